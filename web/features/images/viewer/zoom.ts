const least = 0.5
const most = 3
const step = 0.2

/** A picture's zoom, and how far its centre is moved, in pixels. */
export type View = { zoom: number; x: number; y: number }
export type Size = { width: number; height: number }
export type Point = { x: number; y: number }

/** A picture fitted into its frame. */
export const fitted: View = { zoom: 1, x: 0, y: 0 }

/** One step in (1) or out (-1). No step skips 100%, where swipes go to other pictures. */
export function stepped(zoom: number, direction: 1 | -1): number {
  const next = rounded(zoom + direction * step)
  return within((zoom - 1) * (next - 1) < -1e-9 ? 1 : next)
}

/** The zoom step nearest to a pinch. */
export const nearest = (zoom: number) => within(rounded(1 + Math.round((zoom - 1) / step) * step))

export const canZoomIn = (zoom: number) => zoom < most
export const canZoomOut = (zoom: number) => zoom > least

/** The view at another zoom, with a point (relative to the frame's centre) kept in place. */
export function zoomed(view: View, zoom: number, { x, y }: Point): View {
  const by = zoom / view.zoom
  return { zoom, x: x - (x - view.x) * by, y: y - (y - view.y) * by }
}

/** The view, moved no further than the picture's edges. */
export function bounded({ zoom, x, y }: View, picture: Size, place: Size): View {
  const fit = Math.min(place.width / picture.width, place.height / picture.height)
  const spare = (of: keyof Size) => Math.max(0, (picture[of] * fit * zoom - place[of]) / 2)
  const limit = (value: number, to: number) => Math.max(-to, Math.min(to, value))
  return { zoom, x: limit(x, spare('width')), y: limit(y, spare('height')) }
}

/** A zoom as a percentage, '120%'. */
export const percent = (zoom: number) => `${Math.round(zoom * 100)}%`

const within = (zoom: number) => Math.max(least, Math.min(most, zoom))
const rounded = (zoom: number) => Math.round(zoom * 100) / 100
