import { html, type Markup } from '#api/http/html.ts'
import { dialled, layout } from '#api/tenants/page/layout.ts'
import type { CompanyShown } from '#api/tenants/read-page.ts'
import { placeLength, reportLength, rooms, urgencies, urgencyWords } from '#core/report/values.ts'
import { imageTypes } from '#core/wire/images.ts'

/** The field that people do not see and leave empty; programs that fill in every form do not. */
export const trap = 'website'

/** What was written before, after a mistake. */
export type Written = Partial<Record<'words' | 'room' | 'urgency' | 'place' | 'name' | 'telephone' | 'email', string>>

type Context = {
  company: CompanyShown
  logo: string
  action: string
  token: string
  /** Set on the page of a site. */
  site?: string | undefined
  error?: { says: string; field?: string | undefined; isTrap?: boolean } | undefined
  written?: Written | undefined
}

const nothing: Markup = { markup: '' }
const danger = html`<div class="alert"><p><strong>Smell gas?</strong> Call <a href="tel:0800111999">0800 111 999</a> now.</p><p><strong>Fire or danger to life?</strong> Call <a href="tel:999">999</a>.</p></div>`

/** The page where anybody with its address reports a repair. It needs no script: the phone's own camera and lists are used. */
export function reportFormPage({ company, logo, action, token, site, error, written = {} }: Context): string {
  const { name, telephone } = company
  const hints: Partial<Record<string, Markup>> = {
    health: html`For example asthma, or a baby in the room`,
    danger: telephone
      ? html`Please call us too: <a href="tel:${dialled(telephone)}">${telephone}</a>`
      : html`Please call us too`,
  }
  return layout({
    title: `Report a repair to ${name}`,
    company,
    logo: company.logo && logo,
    content: html`<h1>Report a repair</h1>${site ? html`<p class="quiet">${site}</p>` : nothing}${danger}${
      error
        ? html`<p class="alert" role="alert">${error.says} ${error.field === 'images' ? '' : photosAgain}</p>`
        : nothing
    }<form method="post" action="${action}" enctype="multipart/form-data">
<input type="hidden" name="token" value="${token}">
<section><h2><label for="images">Show us</label></h2><input class="text" type="file" id="images" name="images" accept="${imageTypes.join(',')}" multiple${fault(error, 'images', 'photos-hint')}>${why(error, 'images')}
<p class="quiet" id="photos-hint">One close up, one from further back; up to ten. You can also send without photos.</p></section>
<section><h2><label for="words">What is wrong?</label></h2><textarea id="words" name="words" maxlength="${String(reportLength)}" required${fault(error, 'words')}>${written.words ?? ''}</textarea>${why(error, 'words')}
<fieldset class="chips"><legend class="sr">Room</legend>${rooms.map((room) => option('room', room, capital(room), written.room))}</fieldset></section>
<section><fieldset class="choices"><legend>How bad is it?</legend>${urgencies.map((urgency) =>
      option('urgency', urgency, urgencyWords[urgency], written.urgency ?? 'can wait', hints[urgency]),
    )}</fieldset></section>
<section><h2>How can we reach you?</h2>${
      site
        ? nothing
        : text({ name: 'place', label: 'Address', most: placeLength, autocomplete: 'street-address', isNeeded: true })
    }${text({ name: 'name', label: 'Name', most: 200, autocomplete: 'name' })}${text({ name: 'telephone', label: 'Mobile number', most: 50, autocomplete: 'tel', type: 'tel' })}${text({ name: 'email', label: 'Email (optional)', most: 320, autocomplete: 'email', type: 'email' })}
<p class="quiet">Only ${name} and the people they work for see this.</p></section>
<div${{ markup: error?.isTrap ? '' : ' class="apart"' }}><label class="field" for="${trap}">Leave this empty</label><input class="text" id="${trap}" name="${trap}" autocomplete="off" tabindex="-1"></div>
<button class="filled">Send report</button></form>`,
    foot: 'Please send one report for each repair.',
  })

  function text({ name: of, label, most, autocomplete, type = 'text', isNeeded = false }: TextField) {
    return html`<label class="field" for="${of}">${label}</label><input class="text" type="${type}" id="${of}" name="${of}" maxlength="${String(most)}" autocomplete="${autocomplete}" value="${written[of] ?? ''}"${{ markup: isNeeded ? ' required' : '' }}${fault(error, of)}>${why(error, of)}`
  }
}

type TextField = {
  name: 'place' | 'name' | 'telephone' | 'email'
  label: string
  most: number
  autocomplete: string
  type?: 'text' | 'tel' | 'email'
  isNeeded?: boolean
}

const photosAgain = 'If you had chosen photos, please choose them again.'

/** Marks the field that was refused, which gets the focus, and ties what is said of it to it. */
function fault(error: Context['error'], of: string, hint?: string): Markup {
  const isRefused = error?.field === of
  const says = [hint, isRefused ? `${of}-fault` : undefined].filter((id) => id !== undefined)
  const described = says.length > 0 ? ` aria-describedby="${says.join(' ')}"` : ''
  return { markup: `${described}${isRefused ? ' aria-invalid="true" autofocus' : ''}` }
}

/** Said below the field as well: the one above the form may be out of sight. */
const why = (error: Context['error'], of: string): Markup =>
  error?.field === of ? html`<p class="fault" id="${of}-fault">${error.says}</p>` : nothing

function option(name: string, value: string, label: string, chosen: string | undefined, hint?: Markup): Markup {
  const checked = { markup: value === chosen ? ' checked' : '' }
  return html`<label><input type="radio" name="${name}" value="${value}"${checked}><span>${label}${
    hint ? html`<small class="quiet">${hint}</small>` : nothing
  }</span></label>`
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** What the page says while the company takes no reports there. */
export const noReportsPage = (company: CompanyShown, logo: string): string =>
  layout({
    title: 'No reports here',
    company,
    logo: company.logo && logo,
    content: html`<section><h1>Please call us</h1><p>${company.name} is not taking reports on this page at the moment.${
      company.telephone ? ` Call ${company.telephone} instead.` : ' Please call them instead.'
    }</p></section>${danger}`,
  })
