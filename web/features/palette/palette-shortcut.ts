import { useWindowEvent } from '@mantine/hooks'
import { closePalette, openPalette, usePalette } from './palette-open.ts'

/** Opens the palette with Ctrl K (Cmd K on a Mac). It is listened for from the start: the palette's own code follows the page. */
export function usePaletteShortcut() {
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    // Browsers use it for a search of their own.
    event.preventDefault()
    if (usePalette.getState().opened) closePalette()
    // An open dialog may hold unsaved input, so the shortcut does not close it.
    else if (!document.querySelector('[role=dialog]:not([data-palette])')) openPalette()
  })
}
