import {
  IconBook2,
  IconCalendar,
  IconChecklist,
  IconClipboardList,
  IconCreditCard,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { isOffice } from '#core/access.ts'
import type { Role } from '#core/model.ts'

type Place = {
  to: string
  name: string
  /** A shorter name for the phone's bottom bar; places without one are under More there. */
  bar?: string
  icon: typeof IconClipboardList
  /** Work stands on top; the company's pages have a heading of their own; the person's stand at the foot. */
  group: 'work' | 'company' | 'person'
  /** Addresses below which this place is where you are. */
  within?: string
}

/** Every screen of the menu, one line each, in order. */
const places: readonly Place[] = [
  { to: '/sites', name: 'Site Management', bar: 'Jobs', icon: IconClipboardList, group: 'work', within: '/job/' },
  { to: '/calendar', name: 'Calendar', bar: 'Calendar', icon: IconCalendar, group: 'work' },
  { to: '/todo', name: 'To Do List', bar: 'To do', icon: IconChecklist, group: 'work' },
  { to: '/parts', name: 'Parts Book', icon: IconBook2, group: 'work' },
  { to: '/team', name: 'Team Management', icon: IconUsers, group: 'work' },
  { to: '/subscription', name: 'Subscription', icon: IconCreditCard, group: 'company', within: '/subscription/' },
  { to: '/profile', name: 'Profile', icon: IconUserCircle, group: 'person' },
]

/** The places of one group that a role may go to. */
export const placesFor = (role: Role, group: Place['group']) =>
  places.filter((place) => place.group === group && (group !== 'company' || isOffice(role)))

/** The places that phones show in the bottom bar, and those under More. */
export const phonePlaces = (role: Role, inBar: boolean) =>
  groups.flatMap((group) => placesFor(role, group)).filter((place) => (place.bar !== undefined) === inBar)

export const isHere = (place: Place, path: string) =>
  path === place.to || (place.within !== undefined && path.startsWith(place.within))

const groups = ['work', 'company', 'person'] as const
