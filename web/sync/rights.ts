import { mayNow, type Right } from '#core/model/access.ts'
import { useUser } from '#web/client/use-user.ts'
import { useMe } from './reads/me.ts'

/** Whether the company was closed, and is read-only, as far as this device knows. */
export const useIsClosed = (): boolean => useMe().data?.company.closing !== undefined

/** Whether the user may do this now: screens offer nothing else. */
export const useMay = (right: Right): boolean => mayNow(right, useUser().userRole, useIsClosed())
