/** The localStorage key of the chosen scheme; Mantine uses the same key in the signed-in area. */
export const schemeKey = 'fettle.color-scheme'

/** Applies the saved colour scheme, or else the system's, and follows changes of the system and other tabs. */
export function followColorScheme() {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const chosen = localStorage.getItem(schemeKey)
    const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system.matches ? 'dark' : 'light'
    document.documentElement.dataset.mantineColorScheme = scheme
  }
  apply()
  system.addEventListener('change', apply)
  addEventListener('storage', (event) => event.key === schemeKey && apply())
}
