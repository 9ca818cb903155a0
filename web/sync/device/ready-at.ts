import { openedDevice } from './device-reads.ts'

const key = ['ready-offline']

/** Keeps when the coming visits were stored on this device, for the page that is opened next. Rejects if the device refuses. */
export const keepReadyAt = async (at: string): Promise<void> => openedDevice()?.keep(key, at)

/** When the coming visits were last stored on this device, as a UTC instant; undefined if they were not. */
export async function keptReadyAt(): Promise<string | undefined> {
  try {
    const at = await openedDevice()?.read(key)
    return typeof at === 'string' ? at : undefined
  } catch (error) {
    console.error('This device does not say since when the visits are stored', error)
    return undefined
  }
}
