import type { Random } from '#test/simulation/clock/random.ts'

/** How well a device is connected. */
export type Line = {
  online: boolean
  /** The chance that one request or answer goes wrong. */
  loss: number
  /** Milliseconds of one way, at most. */
  slowest: number
  /** Takes everything and gives nothing back. */
  mute: boolean
}

export const goodLine = (): Line => ({ online: true, loss: 0, slowest: 60, mute: false })

/** What becomes of one request. */
export type Fate =
  | 'answered'
  | 'lost'
  | 'answer lost'
  | 'sent twice'
  | 'silent'
  | 'refused by a proxy'
  | 'answer lost by a proxy'
  | 'answered by a portal'

const misfortunes: readonly Fate[] = [
  ...(['lost', 'lost', 'answer lost', 'answer lost', 'answer lost', 'sent twice', 'sent twice', 'silent'] as const),
  ...(['refused by a proxy', 'answer lost by a proxy', 'answered by a portal'] as const),
]

export const fateOn = (line: Line, random: Random): Fate => {
  if (line.mute) return 'silent'
  return random.chance(line.loss) ? (random.pick(misfortunes) ?? 'lost') : 'answered'
}

/** Milliseconds of one way. */
export const travel = (line: Line, random: Random) => random.between(5, line.slowest)
