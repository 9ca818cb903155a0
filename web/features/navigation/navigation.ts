import {
  IconAddressBook,
  IconBell,
  IconBook2,
  IconCalendar,
  IconChartBar,
  IconChecklist,
  IconClipboardList,
  IconCreditCard,
  IconHistory,
  IconHome,
  IconHourglass,
  IconInbox,
  IconPlugConnected,
  IconRepeat,
  IconTimeline,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { type Audience, audienceOf, isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'

export type Place = {
  to: string
  name: string
  /** The letter after G that goes here. */
  key?: string
  /** A shorter name in the phone's bottom bar; places without one are under More. */
  bar?: string
  icon: typeof IconClipboardList
  /** Work is at the top, the company's pages have their own heading, and the user's are at the bottom. The bell is in the top bar, and on phones under More. */
  group: 'bell' | 'work' | 'company' | 'person'
  /** Who alone has it. */
  only?: Audience
  /** Address prefixes that belong to this place too. */
  within?: readonly string[]
}

/** Every screen of the menu, one line each, in order. */
const places: readonly Place[] = [
  { to: '/notifications', name: 'Notifications', key: 'n', icon: IconBell, group: 'bell' },
  { to: '/day', name: 'My day', bar: 'My day', icon: IconHome, group: 'work', only: 'team' },
  {
    to: '/sites',
    name: 'Site Management',
    key: 's',
    bar: 'Jobs',
    icon: IconClipboardList,
    group: 'work',
    within: ['/job/', '/import'],
  },
  { to: '/calendar', name: 'Calendar', key: 'c', bar: 'Calendar', icon: IconCalendar, group: 'work' },
  { to: '/deadlines', name: 'Deadlines', key: 'l', icon: IconHourglass, group: 'work', only: 'office' },
  { to: '/reports', name: 'Reports', icon: IconInbox, group: 'work', only: 'office' },
  { to: '/todo', name: 'To Do List', key: 't', bar: 'To do', icon: IconChecklist, group: 'work' },
  { to: '/parts', name: 'Parts Book', key: 'p', icon: IconBook2, group: 'work' },
  {
    to: '/address-book',
    name: 'Address Book',
    key: 'a',
    icon: IconAddressBook,
    group: 'work',
    within: ['/site/'],
  },
  { to: '/recurring-work', name: 'Recurring Work', key: 'r', icon: IconRepeat, group: 'work', only: 'office' },
  { to: '/team', name: 'Team Management', key: 'm', icon: IconUsers, group: 'work' },
  { to: '/dashboard', name: 'Dashboard', key: 'd', icon: IconChartBar, group: 'company' },
  { to: '/history', name: 'History', key: 'h', icon: IconHistory, group: 'company' },
  { to: '/connections', name: 'Connections', icon: IconPlugConnected, group: 'company' },
  { to: '/subscription', name: 'Subscription', icon: IconCreditCard, group: 'company', within: ['/subscription/'] },
  { to: '/projections', name: 'Projections', icon: IconTimeline, group: 'company' },
  { to: '/profile', name: 'Profile', icon: IconUserCircle, group: 'person' },
]

/** A group's places that a role may open. */
export const placesFor = (role: Role, group: Place['group']) =>
  places.filter(
    ({ only = audienceOf(role), ...place }) =>
      only === audienceOf(role) && place.group === group && (group !== 'company' || isOffice(role)),
  )

/** Every place a role may open, in menu order. */
export const allPlaces = (role: Role) => groups.flatMap((group) => placesFor(role, group))

/** The places in a phone's bottom bar, or those under More. */
export const phonePlaces = (role: Role, inBar: boolean) =>
  allPlaces(role).filter((place) => (place.bar !== undefined) === inBar)

export const isHere = (place: Place, path: string) =>
  path === place.to || place.within?.some((within) => path.startsWith(within)) === true

/** Whether phones have this address under More. */
export const isUnderMore = (path: string) =>
  path === '/waiting' || places.some((place) => place.bar === undefined && isHere(place, path))

const groups = ['work', 'company', 'bell', 'person'] as const
