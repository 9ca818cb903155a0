import { html } from '#api/http/html.ts'
import type { TenantPage } from '#api/tenants/read-page.ts'
import { isBankHoliday } from '#core/deadlines/bank-holidays.ts'
import { holidayDivisions } from '#core/deadlines/values.ts'
import { messageLength } from '#core/job/tenant/tenant-messages.ts'
import { paperDay } from '#core/time/format.ts'
import { instantAt } from '#core/time/wall-clock.ts'
import { nextWorkingDay } from '#core/time/working-days.ts'
import { layout } from './layout.ts'
import type { Addresses } from './tenant-page.ts'

/** The parts of a day that a tenant can choose. */
const halves = {
  morning: { name: 'Morning', start: '08:00', end: '12:00' },
  afternoon: { name: 'Afternoon', start: '12:00', end: '17:00' },
} as const
type Half = keyof typeof halves

/** How many working days are offered at first, and on request. */
const [fewDays, manyDays] = [5, 20]

type Context = {
  page: TenantPage
  to: Addresses
  /** Today in the company's time zone. */
  today: string
  isMore: boolean
  error?: string | undefined
  /** What was sent before, after a mistake. */
  sent?: { times: readonly string[]; message: string } | undefined
}

/** Where a tenant chooses other times for a visit. */
export function timesPage({ page, to, today, isMore, error, sent }: Context): string {
  const days = daysAfter(today, isMore ? manyDays : fewDays)
  const box = (day: string, half: Half) => {
    const value = `${day} ${half}`
    const checked = { markup: sent?.times.includes(value) ? ' checked' : '' }
    return html`<td><label><input type="checkbox" name="time" value="${value}"${checked}><span class="sr">${dayWords(day)}, ${halves[half].name}</span></label></td>`
  }
  return layout({
    title: 'When suits you?',
    company: page.company,
    logo: page.company.logo && to.logo,
    content: html`<p><a href="${to.self}">Back to your repair</a></p><h1>When suits you?</h1>${
      error ? html`<p class="alert" role="alert">${error}</p>` : { markup: '' }
    }<form method="post" action="${to.times}">
<table><caption>Choose all the times that suit you. We will try to offer you one of them.</caption><thead><tr><td></td>${Object.values(
      halves,
    ).map(
      ({ name, start, end }) => html`<th scope="col">${name}<br>${start}–${end}</th>`,
    )}</tr></thead><tbody>${days.map(
      (day) => html`<tr><th scope="row">${dayWords(day)}</th>${box(day, 'morning')}${box(day, 'afternoon')}</tr>`,
    )}</tbody></table>${
      isMore ? { markup: '' } : html`<p><a href="${to.times}?more=yes">Show more days</a></p>`
    }<label class="field" for="message">Message (optional)</label>
<textarea id="message" name="message" maxlength="${String(messageLength)}">${sent?.message ?? ''}</textarea>
<button class="filled">Send</button></form>`,
  })
}

/** The next working days, without bank holidays of the whole country: nobody would come at Christmas. */
export function daysAfter(today: string, count: number): string[] {
  const days: string[] = []
  for (let day = nextWorkingDay(today); days.length < count; day = nextWorkingDay(day))
    if (!holidayDivisions.every((division) => isBankHoliday(day, division))) days.push(day)
  return days
}

/** 'Tue 24 Nov': all days are within weeks. */
const dayWords = (day: string) => paperDay(day).replace(/ \d+$/, '')

/** The time that a box of the form stands for; undefined for any other text. */
export function windowOf(value: string, zone: string): { start: string; end: string } | undefined {
  const [day = '', half = ''] = value.split(' ')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !isHalf(half)) return undefined
  const [start, end] = [halves[half].start, halves[half].end].map((time) => instantAt({ day, time }, zone))
  return start && end ? { start, end } : undefined
}

const isHalf = (text: string): text is Half => Object.hasOwn(halves, text)
