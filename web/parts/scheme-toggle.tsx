import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useColorScheme } from '@mantine/hooks'
import { IconMoon, IconSun } from '@tabler/icons-react'
import styles from './scheme-toggle.module.css'

/** Changes between light and dark. Going back to what the system has means following the system again. */
export function useSchemeToggle() {
  const system = useColorScheme('light', { getInitialValueInEffect: false })
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const { setColorScheme } = useMantineColorScheme()
  const other = shown === 'light' ? 'dark' : 'light'
  return { other, toggle: () => setColorScheme(other === system ? 'auto' : other) } as const
}

/** The top bar's moon or sun. */
export function SchemeToggle() {
  const { other, toggle } = useSchemeToggle()
  const Icon = other === 'dark' ? IconMoon : IconSun
  return (
    <button type="button" className={styles.toggle} onClick={toggle}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span className="sr">Use {other} colours</span>
    </button>
  )
}
