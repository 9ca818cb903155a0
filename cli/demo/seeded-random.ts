import { createHash } from 'node:crypto'
import { v7 } from 'uuid'

/** Chance that comes out the same each time for the same seed, so that every demo shows the same company. */
export type Chance = {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  of(share: number): boolean
  /** One of a list that is not empty. */
  pick<const T extends readonly [unknown, ...unknown[]]>(from: T): T[number]
  /** A UUIDv7 made at an instant, in milliseconds. */
  id(time: number): string
}

export function chanceFrom(seed: string): Chance {
  let drawn = 0
  const bytes = () => createHash('sha256').update(`${seed}|${drawn++}`).digest()
  const next = () => bytes().readUInt32BE(0) / 2 ** 32
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    of: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
    id: (time) => v7({ msecs: time, random: bytes().subarray(0, 16), seq: bytes().readUInt32BE(0) }),
  }
}
