import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

const spruce: MantineColorsTuple = [
  '#EEF5F2',
  '#E3EFEA',
  '#C6DED5',
  '#9CC5B7',
  '#62C2A2',
  '#2E9277',
  '#1A7560',
  '#0E6352',
  '#0B4F41',
  '#083D32',
]

const overlay = { color: '#08130F', backgroundOpacity: 0.5 }
const fade = { transition: 'fade', duration: 120 } as const
const listBox = { radius: 12, shadow: 'md', transitionProps: fade }
/** In pixels: a longer list shows half of its next entry. */
const maxDropdownHeight = 370

/** Mantine with Fettle's look; every colour comes from tokens.css. Sizes are in pixels, as in the design. */
export const theme = createTheme({
  colors: { spruce },
  primaryColor: 'spruce',
  primaryShade: { light: 8, dark: 4 },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '620' },
  defaultRadius: 'sm',
  radius: { xs: '6px', sm: '8px', md: '12px', lg: '14px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '17px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '26px' },
  shadows: {
    xs: 'var(--shadow-1)',
    sm: 'var(--shadow-1)',
    md: 'var(--shadow-2)',
    lg: 'var(--shadow-2)',
    xl: 'var(--shadow-3)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  activeClassName: '',
  focusClassName: '',
  variantColorResolver: (input) =>
    input.variant === 'filled' && (input.color === undefined || input.color === 'spruce')
      ? {
          background: 'var(--brand)',
          hover: 'var(--brand-hover)',
          color: 'var(--brand-ink)',
          border: '1px solid transparent',
        }
      : defaultVariantColorsResolver(input),
  components: {
    Button: { defaultProps: { variant: 'filled', loaderProps: { size: 16 } } },
    Select: {
      defaultProps: { comboboxProps: listBox, maxDropdownHeight, allowDeselect: false, checkIconPosition: 'right' },
    },
    MultiSelect: { defaultProps: { comboboxProps: listBox, maxDropdownHeight, checkIconPosition: 'right' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Autocomplete: { defaultProps: { comboboxProps: listBox } },
    Menu: { defaultProps: listBox },
    Popover: { defaultProps: listBox },
    Modal: {
      defaultProps: {
        padding: 24,
        radius: 14,
        shadow: 'xl',
        overlayProps: overlay,
        transitionProps: fade,
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    DateInput: { defaultProps: dateDefaults({ popoverProps: listBox, valueFormat: 'D MMM YYYY' }) },
    DatePickerInput: { defaultProps: dateDefaults({ popoverProps: listBox, valueFormat: 'D MMM YYYY' }) },
    DatePicker: { defaultProps: dateDefaults({}) },
  },
})

/** Defaults of every date picker: no days of other months, no red weekends, named arrows. */
function dateDefaults<More extends object>(more: More) {
  const ariaLabels = {
    nextMonth: 'Next month',
    previousMonth: 'Previous month',
    nextYear: 'Next year',
    previousYear: 'Previous year',
    nextDecade: 'Next decade',
    previousDecade: 'Previous decade',
  }
  return { ariaLabels, hideOutsideDates: true, weekendDays: [], ...more }
}

/** Replaces Mantine's text and border colours, whose contrast is too low, with our tokens in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const ours = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-3)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-success': 'var(--add-fg)',
    '--mantine-color-anchor': 'var(--brand-text)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--ink-3)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-contrast': 'var(--brand-ink)',
    '--mantine-primary-color-filled': 'var(--brand)',
    '--mantine-primary-color-filled-hover': 'var(--brand-hover)',
    '--mantine-primary-color-light': 'var(--brand-tint)',
    '--mantine-primary-color-light-hover': 'var(--brand-tint)',
    '--mantine-primary-color-light-color': 'var(--brand-text)',
    '--mantine-color-spruce-filled': 'var(--brand)',
    '--mantine-color-spruce-filled-hover': 'var(--brand-hover)',
    '--mantine-color-spruce-light': 'var(--brand-tint)',
    '--mantine-color-spruce-light-hover': 'var(--brand-tint)',
    '--mantine-color-spruce-light-color': 'var(--brand-text)',
    '--mantine-color-spruce-text': 'var(--brand-text)',
    '--mantine-color-spruce-outline': 'var(--brand)',
  }
  return { variables: {}, light: ours, dark: ours }
}
