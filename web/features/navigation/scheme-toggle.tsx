import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useColorScheme } from '@mantine/hooks'
import { IconMoon } from '@tabler/icons-react'
import button from '#web/ui/square-button.module.css'

/** Switches between light and dark. Switching back to the system's scheme follows the system again. */
export function useSchemeToggle() {
  const system = useColorScheme('light', { getInitialValueInEffect: false })
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const { setColorScheme } = useMantineColorScheme()
  const other = shown === 'light' ? 'dark' : 'light'
  return { other, toggle: () => setColorScheme(other === system ? 'auto' : other) } as const
}

/** The moon button in the top bar. */
export function SchemeToggle() {
  const { other, toggle } = useSchemeToggle()
  return (
    <button type="button" className={button.square} onClick={toggle}>
      <IconMoon size={18} stroke={1.75} aria-hidden />
      <span className="sr">Use {other} colours</span>
    </button>
  )
}
