/** What comes before EXIF: in JPEG and HEIC its own mark, in WebP and PNG the name of its chunk. */
const marks = ['Exif', 'EXIF', 'eXIf']
/** Bytes that a mark may end before EXIF: none in PNG, two in JPEG and HEIC, the chunk's length in WebP. */
const gaps = [0, 2, 4]
/** More than the EXIF of a photo, its thumbnail included. */
const most = 128 * 1024

/**
 * The EXIF of a photo, found by its mark: each format has another way to say where it is. Undefined if there is none. The file is
 * read in the order of its bytes, and EXIF begins like a TIFF file.
 */
export function exifInFile(file: Uint8Array): Uint8Array | undefined {
  for (const [first, beginning] of [
    [0x49, 'II*\0'],
    [0x4d, 'MM\0*'],
  ] as const)
    for (let at = file.indexOf(first); at >= 0; at = file.indexOf(first, at + 1))
      if (isAt(file, at, beginning) && marks.some((mark) => gaps.some((gap) => isAt(file, at - gap - 4, mark))))
        return file.subarray(at, at + most)
  return undefined
}

const isAt = (file: Uint8Array, at: number, text: string) =>
  at >= 0 && [...text].every((letter, nth) => file[at + nth] === letter.charCodeAt(0))
