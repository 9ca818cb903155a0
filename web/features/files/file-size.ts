/** The size of a file as people say it: '180 kB', '2.4 MB'. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  const kilobytes = Math.round(bytes / 1_000)
  return kilobytes < 1_000 ? `${kilobytes} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
