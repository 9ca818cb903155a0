import { createHash } from 'node:crypto'
import { v7 } from 'uuid'

/** Random values that repeat for the same seed, so that every demo shows the same company. */
export type SeededRandom = {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  /** True with this probability. */
  chance(share: number): boolean
  /** An element of a list that is not empty. */
  pick<const T extends readonly [unknown, ...unknown[]]>(from: T): T[number]
  /** A UUIDv7 for an instant in milliseconds. */
  id(time: number): string
}

export function seededRandom(seed: string): SeededRandom {
  let drawn = 0
  const bytes = () => createHash('sha256').update(`${seed}|${drawn++}`).digest()
  const next = () => bytes().readUInt32BE(0) / 2 ** 32
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
    id: (time) => v7({ msecs: time, random: bytes().subarray(0, 16), seq: bytes().readUInt32BE(0) }),
  }
}
