import { label } from '#core/model/label.ts'
import type { Duty } from './duty.ts'

/** A hazard or service level by its name. */
export const dutyName = ({ hazard, level }: Pick<Duty, 'hazard' | 'level'>) =>
  level ? level.name : label(hazard ?? 'other')
