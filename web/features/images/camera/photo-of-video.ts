/** What a video shows now, as a photo in its full size. Throws if the browser cannot make one. */
export async function photoOfVideo(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.92))
  if (!picture) throw new Error('The browser made no picture of the video.')
  return new File([picture], 'after.jpg', { type: picture.type, lastModified: Date.now() })
}
