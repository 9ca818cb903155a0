/** Where the chosen scheme is remembered; Mantine reads and writes the same key in the signed-in area. */
export const schemeKey = 'fettle.color-scheme'

/** Puts the remembered scheme, or else the system's, on the document, and follows the system and other tabs. */
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
