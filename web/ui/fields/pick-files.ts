export type OnFiles = (files: readonly File[]) => void

type Asked = {
  /** The types or endings that are offered. */
  accept: string
  /** Takes one photo with a phone's camera. */
  capture?: boolean
}

/**
 * Has the user choose files. The field stays on the page until they have: turning the phone, or news from the office, may remove
 * the button while the camera or the list of files is open.
 */
export function pickFiles(onFiles: OnFiles, { accept, capture = false }: Asked) {
  const field = document.createElement('input')
  field.type = 'file'
  field.hidden = true
  field.accept = accept
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
