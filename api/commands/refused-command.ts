import { defaultError, HttpFailure, refused } from '#api/http/errors.ts'
import { deadlineRefusals } from '#core/model/deadlines/deadline-refusals.ts'
import { refusals } from '#core/model/refusals.ts'
import { reportRefusals } from '#core/model/reports/report-refusals.ts'
import { siteRefusals } from '#core/model/site-refusals.ts'
import type { CommandResult } from '#core/wire/commands.ts'
import { reusedId } from './handle-command.ts'

/** A command's refusal as the failure of a request made of that one command. */
export function failureOf({ code = 'invalid', error = defaultError, field }: Omit<CommandResult, 'commandId'>) {
  if (isOfRule(code)) return refused({ refused: code, kind: ofRules[code][0], error, ...(field ? { field } : {}) })
  return new HttpFailure(code === reusedId ? 422 : 409, { error, code })
}

const ofRules = { ...refusals, ...siteRefusals, ...deadlineRefusals, ...reportRefusals }

const isOfRule = (code: string): code is keyof typeof ofRules => Object.hasOwn(ofRules, code)
