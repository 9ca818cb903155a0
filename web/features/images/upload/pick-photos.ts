import { imageTypes } from '#core/wire/images.ts'
import { type OnFiles, pickFiles } from '#web/ui/fields/pick-files.ts'

/** Has the user choose photos. */
export const pickPhotos = (onFiles: OnFiles) => pickFiles(onFiles, { accept: imageTypes.join() })

/** One photo, with a phone's camera. */
export const takePhoto = (onFiles: OnFiles) => pickFiles(onFiles, { accept: imageTypes.join(), capture: true })
