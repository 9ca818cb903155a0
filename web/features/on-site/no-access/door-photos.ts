import { create } from 'zustand'

/** Photos of doors taken since this page was loaded, by image, to show before they are sent. */
const useTaken = create<Readonly<Record<string, File>>>(() => ({}))

export const keepDoorPhoto = (imageId: string, file: File) => useTaken.setState({ [imageId]: file })

/** The photo as it was taken on this device; undefined after a reload and on other devices. */
export const useTakenPhoto = (imageId: string): File | undefined => useTaken((taken) => taken[imageId])
