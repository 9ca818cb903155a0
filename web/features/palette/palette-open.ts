import { create } from 'zustand'

/** Whether the palette is open; undefined until first opened, so that its code is loaded only then. */
export const usePalette = create<{ opened: boolean | undefined }>(() => ({ opened: undefined }))

export const openPalette = () => usePalette.setState({ opened: true })
export const closePalette = () => usePalette.setState({ opened: false })
