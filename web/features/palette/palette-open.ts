import { create } from 'zustand'

/** Whether the palette is open; undefined until it first was, so that its code comes with the first wish for it. */
export const usePalette = create<{ opened: boolean | undefined }>(() => ({ opened: undefined }))

export const openPalette = () => usePalette.setState({ opened: true })
export const closePalette = () => usePalette.setState({ opened: false })
