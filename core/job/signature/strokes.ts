/**
 * The size of a signature pad in its own units, whatever its size on a screen. A stroke's points are whole units from the top
 * left, with the milliseconds since the first point of the signature.
 */
export const pad = { width: 1_000, height: 500 } as const
export type Point = { x: number; y: number; t: number }
export type Stroke = readonly Point[]

/** The most characters of a signature as text: a long, careful signature takes a quarter of it. */
export const mostStrokes = 12_000
/** A longer wait between two points, in milliseconds, counts as this long. */
const longestGap = 60_000
/** A point nearer than this to the one before, in units, adds nothing that can be seen. */
const closest = 3

/**
 * The strokes as text in their only form: strokes are separated by `;`, points by spaces, `x,y,t` by commas; the first point of a
 * stroke counts from the corner, every other one from the point before, and `t` always from the point before. Points that are too
 * close together are left out, more of them until the text fits.
 */
export function strokesText(strokes: readonly Stroke[]): string {
  for (let distance: number = closest; ; distance *= 1.5) {
    const text = textOf(strokes.map((one) => thinned(one, distance)).filter((one) => one.length > 0))
    if (text.length <= mostStrokes || distance > pad.width) return text.slice(0, lastWhole(text))
  }
}

/** The strokes of a text; undefined if the text has another form, for example because it was erased. */
export function strokesIn(text: string): Stroke[] | undefined {
  if (text.length > mostStrokes || !form.test(text)) return undefined
  const strokes: Point[][] = []
  let t = 0
  for (const part of text.split(';')) {
    const points: Point[] = []
    for (const one of part.split(' ')) {
      const [x = 0, y = 0, wait = 0] = one.split(',').map(Number)
      const before = points.at(-1) ?? { x: 0, y: 0 }
      t += strokes.length + points.length === 0 ? 0 : wait
      points.push({ x: before.x + x, y: before.y + y, t })
    }
    strokes.push(points)
  }
  return strokes.flat().every(isOnPad) && textOf(strokes) === text ? strokes : undefined
}

/** Whether a text is a drawn signature: at least one line, not only dots. */
export const isSignature = (text: string) => strokesIn(text)?.some((stroke) => stroke.length > 1) === true

/** Each stroke as an SVG path through its points, in the units of the pad. */
export const strokePaths = (strokes: readonly Stroke[]): string[] => strokes.map(pathOf)

const form =
  /^\d{1,4},\d{1,4},\d{1,5}( -?\d{1,4},-?\d{1,4},\d{1,5})*(;\d{1,4},\d{1,4},\d{1,5}( -?\d{1,4},-?\d{1,4},\d{1,5})*)*$/

const isOnPad = ({ x, y }: Point) => x >= 0 && x <= pad.width && y >= 0 && y <= pad.height

function textOf(strokes: readonly Stroke[]): string {
  let last = strokes[0]?.[0]?.t ?? 0
  return strokes
    .map((stroke) =>
      stroke
        .map(({ x, y, t }, at) => {
          const before = stroke[at - 1] ?? { x: 0, y: 0 }
          const wait = Math.min(longestGap, Math.max(0, t - last))
          last = t
          return `${x - before.x},${y - before.y},${wait}`
        })
        .join(' '),
    )
    .join(';')
}

/** A stroke's points as whole units on the pad, none closer to the one before than `distance`; its end is kept. */
function thinned(stroke: Stroke, distance: number): Point[] {
  const points: Point[] = []
  for (const [at, point] of stroke.entries()) {
    const one = { x: within(point.x, pad.width), y: within(point.y, pad.height), t: Math.round(point.t) }
    const last = points.at(-1)
    const moved = last ? Math.hypot(one.x - last.x, one.y - last.y) : distance
    if (moved >= distance || (at === stroke.length - 1 && moved > 0)) points.push(one)
  }
  return points
}

const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))

/** Where a text that is too long, because of thousands of dots, has its last whole stroke. */
const lastWhole = (text: string) => (text.length <= mostStrokes ? text.length : text.lastIndexOf(';', mostStrokes))

/** Curves through the middles of the lines between points; a dot is a line of no length, which a round cap shows. */
function pathOf([first = { x: 0, y: 0, t: 0 }, ...rest]: Stroke): string {
  const last = rest.at(-1)
  if (!last) return `M${first.x} ${first.y}h0`
  const curves = rest.slice(0, -1).map((one, at) => {
    const next = rest[at + 1] ?? one
    return `Q${one.x} ${one.y} ${(one.x + next.x) / 2} ${(one.y + next.y) / 2}`
  })
  return `M${first.x} ${first.y}${curves.join('')}L${last.x} ${last.y}`
}
