import { html, type Markup } from '#api/http/html.ts'
import type { TenantPage } from '#api/tenants/read-page.ts'
import { messageLength } from '#core/job/tenant/tenant-messages.ts'
import { isConfirmed } from '#core/job/tenant/tenant-page.ts'
import { dayIn, dayName, longDayIn, timeIn, visitIn } from '#core/time/format.ts'
import { imageTypes } from '#core/wire/images.ts'
import { layout } from './layout.ts'

/** Where the page's forms and links lead. */
export type Addresses = {
  self: string
  confirm: string
  times: string
  calendar: string
  logo: string
  message: string
  photos: string
  photo: (imageId: string) => string
}

/** `form` is the id of the form for a message, another one each time. */
type Context = { page: TenantPage; to: Addresses; now: string; form: string; error?: string | undefined }

const nothing: Markup = { markup: '' }

/** The tenant's page of a job: where the repair stands, the visit, and what is to be done. */
export function tenantPage(context: Context): string {
  const { page, to, error } = context
  return layout({
    title: `Your repair at ${page.site}`,
    company: page.company,
    logo: page.company.logo && to.logo,
    content: [
      html`<h1>Your repair</h1><p class="quiet">${page.site} · reported ${dayName(page.reportedOn)}</p>`,
      steps(context),
      error ? html`<p class="alert" role="alert">${error}</p>` : nothing,
      standing(context),
      page.tasks.length > 0 ? work(page) : nothing,
      photos(context),
      messages(context),
    ],
    foot: `This page is only for ${page.site}. Please don’t pass the link on.`,
  })
}

const isOver = ({ status }: TenantPage) => status === 'completed' || status === 'cancelled'
/** The visit that is still to come, or under way. */
const ahead = ({ visit, there, onTheWay }: TenantPage, now: string) =>
  visit && (visit.jobEnd > now || there.length + onTheWay.length > 0) ? visit : undefined

function steps({ page, now }: Context): Markup {
  const isDone = page.status === 'completed'
  const confirmed = isConfirmed(page.job) && !page.asked
  const reached = isDone ? 4 : page.status === 'cancelled' ? 1 : confirmed && page.visit ? 3 : ahead(page, now) ? 2 : 1
  const names = ['Reported', 'Visit offered', 'Confirmed', 'Repaired']
  return html`<ol class="steps" aria-label="Where it stands">${names.map((name, at) => {
    const state = at + 1 < reached || isDone ? 'done' : at + 1 === reached ? 'now' : ''
    return html`<li${{ markup: state === 'done' ? ' class="done"' : state === 'now' ? ' aria-current="step"' : '' }}>${name}${
      state === 'done' ? html`<span class="sr">, done</span>` : nothing
    }</li>`
  })}</ol>`
}

/** Where the repair stands, in plain words. */
function standing(context: Context): Markup {
  const { page, now } = context
  if (page.status === 'completed') return says('The work is done', 'If something is still wrong, please call us.')
  if (page.status === 'cancelled') return says('This repair was cancelled', 'If you still need it, please call us.')
  if (ahead(page, now)) return visitCard(context)
  if (page.asked) return says('You asked for another time', 'We will offer you another visit.', asked(context))
  if (page.visit) return says('The visit time has passed', 'We are working out the next step and will be in touch.')
  if (page.status === 'to estimate' || page.status === 'quote sent')
    return says('We are preparing the work', 'We will offer you a visit when we can go ahead.')
  return says('We are arranging a visit', 'You will see the time here when we have one.')
}

const says = (title: string, words: string, more: Markup = nothing) =>
  html`<section><h2>${title}</h2><p>${words}</p>${more}</section>`

function visitCard({ page, to, now }: Context): Markup {
  const { visit, company, comes, job, there, onTheWay } = page
  if (!visit) return nothing
  const { timeZone: zone } = company
  const confirmed = isConfirmed(job) && !page.asked
  const last = longDayIn(visit.jobEnd, zone)
  const until = last === longDayIn(visit.jobStart, zone) ? '' : `${last}, `
  const names = there.filter(Boolean)
  const lead =
    there.length > 0
      ? html`<h2 class="good">${names.length > 0 ? listed(names) : 'Someone'} ${there.length > 1 ? 'are' : 'is'} with you now</h2>`
      : onTheWay.length > 0
        ? coming(page)
        : confirmed
          ? html`<h2 class="good">You confirmed this visit</h2>`
          : html`<h2>${page.asked ? 'We offered' : 'We would like to come on'}</h2>`
  return html`<section class="visit">${lead}<p class="when">${longDayIn(visit.jobStart, zone)}</p>
<p class="between">between ${timeIn(visit.jobStart, zone)} and ${until}${timeIn(visit.jobEnd, zone)}</p>
<p>${comes.length > 0 ? `${listed(comes)} from ${company.name}` : `Someone from ${company.name}`}</p>${asked({ page, now })}${
    // Nobody answers an offer once the worker is at the door.
    there.length > 0
      ? nothing
      : confirmed
        ? html`<div class="pair"><a class="button" href="${to.calendar}">Add to calendar</a><a class="button" href="${to.times}">Ask to change</a></div>`
        : html`<form method="post" action="${to.confirm}">${hidden(visit)}<button class="filled">${page.asked ? 'It works after all' : 'Yes, that works'}</button></form>
<a class="button" href="${to.times}">Ask for another time</a>`
  }</section>`
}

/** Who is on the way, and when they are expected. */
const coming = ({ onTheWay, company: { timeZone: zone } }: TenantPage) =>
  html`<h2 class="good">${listed(
    onTheWay.map(
      ({ firstName, expectedAt }) =>
        `${firstName || 'Someone'} is on the way${expectedAt ? `, expected about ${timeIn(expectedAt, zone)}` : ''}`,
    ),
  )}</h2>`

/** The times that were asked for and are not answered yet. */
function asked({ page, now }: Pick<Context, 'page' | 'now'>): Markup {
  if (!page.asked) return nothing
  const { windows, message } = page.asked
  const { timeZone: zone } = page.company
  return html`<div class="card"><p><strong>You asked for another time.</strong> We will get back to you.${
    isOver(page) || !ahead(page, now) ? '' : ' Until then the visit stays as it is.'
  }</p>
<ul class="tasks">${windows.map(({ start, end }) => html`<li>${visitIn(start, end, zone, now)}</li>`)}</ul>${
    message ? html`<p class="quiet">“${message}”</p>` : nothing
  }</div>`
}

const hidden = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

const work = ({ tasks }: TenantPage) =>
  html`<section><h2>The work</h2><ul class="tasks">${tasks.map(
    ({ description, isDone }) =>
      html`<li>${description || 'A task'}${isDone ? html` <span class="good">Done</span>` : nothing}</li>`,
  )}</ul></section>`

const photos = ({ page, to }: Context) => html`<section id="photos"><h2>Photos</h2>${
  page.photos.length > 0
    ? html`<ul class="photos">${page.photos.map(
        ({ imageId }, at) => html`<li><img src="${to.photo(imageId)}" alt="Your photo ${String(at + 1)}"></li>`,
      )}</ul>`
    : html`<p>Show us what is wrong: one close up, one from further back.</p>`
}<form method="post" action="${to.photos}" enctype="multipart/form-data"><label class="field" for="images">Choose photos</label>
<input class="text" type="file" id="images" name="images" accept="${imageTypes.join(',')}" multiple required><button>Send photos</button></form></section>`

const messages = ({ page, to, now, form }: Context) => html`<section id="messages"><h2>Messages</h2>${page.messages.map(
  ({ note, at }) =>
    html`<div class="message"><p class="quiet">You · ${dayIn(at, page.company.timeZone, now)} ${timeIn(at, page.company.timeZone)}</p><p>${note}</p></div>`,
)}<form method="post" action="${to.message}"><label class="field" for="message">Write a message</label>
<input type="hidden" name="form" value="${form}" autocomplete="off"><textarea id="message" name="message" maxlength="${String(messageLength)}" required></textarea><button>Send message</button></form></section>`

const listed = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names)
