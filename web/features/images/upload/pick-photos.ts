import { imageTypes } from '#core/wire/images.ts'

export type OnFiles = (files: readonly File[]) => void

/**
 * Has the user choose photos; `capture` takes one with a phone's camera. The field stays on the page until they have: turning
 * the phone, or news from the office, may remove the button while the camera is open.
 */
export function pickPhotos(onFiles: OnFiles, { capture = false } = {}) {
  const field = document.createElement('input')
  field.type = 'file'
  field.hidden = true
  field.accept = imageTypes.join()
  field.multiple = !capture
  if (capture) field.setAttribute('capture', 'environment')
  field.addEventListener('change', () => {
    field.remove()
    onFiles([...(field.files ?? [])])
  })
  field.addEventListener('cancel', () => field.remove())
  document.body.append(field)
  field.click()
}

/** One photo, with a phone's camera. */
export const takePhoto = (onFiles: OnFiles) => pickPhotos(onFiles, { capture: true })
