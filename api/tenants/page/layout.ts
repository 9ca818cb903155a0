import { createHash } from 'node:crypto'
import { html, type Markup } from '#api/http/html.ts'
import type { CompanyShown } from '#api/tenants/read-page.ts'
import { proposedInitials } from '#core/member/names.ts'
import { style } from './style.ts'

/** The headers of these pages: nothing is stored, indexed or told to other sites, and nothing runs in them. */
export const pageHeaders = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
} as const

type Parts = {
  title: string
  /** Missing on a page that must not tell whose it is. */
  company?: CompanyShown | undefined
  /** The address of the company's logo. */
  logo?: string | undefined
  content: Markup | readonly Markup[]
  /** The last lines of the page. */
  foot?: string
}

const nothing: Markup = { markup: '' }

/** A whole page in the company's name. */
export function layout({ title, company, logo, content, foot = '' }: Parts): string {
  const { markup } =
    html`<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer"><title>${title}</title>
<style>${{ markup: style }}</style></head><body><div class="page">${company ? head(company, logo) : nothing}<main>${content}</main>
<footer>${foot ? html`<p>${foot}</p>` : nothing}<p>Sent with Fettle · <a href="/privacy" rel="noreferrer">Privacy</a></p></footer></div></body></html>`
  return `<!doctype html>${markup}`
}

const head = ({ name, telephone }: CompanyShown, logo: string | undefined): Markup =>
  html`<header>${
    logo
      ? html`<img class="logo" src="${logo}" alt="">`
      : html`<span class="mark" aria-hidden="true">${proposedInitials(name)}</span>`
  }<p><strong>${name}</strong><span class="quiet">Repairs</span></p>${telephone ? callButton(telephone) : nothing}</header>`

const callButton = (telephone: string) => html`<a class="button call" href="tel:${dialled(telephone)}">Call us</a>`

/** The digits of a number as a phone dials them. */
export const dialled = (telephone: string) =>
  telephone
    .replace(/(?:ext|x).*$/i, '')
    .replace(/\(0\)/, '')
    .replace(/[^\d+]/g, '')

/** What is shown in place of a page that cannot be. */
export const failurePage = (error: string): string =>
  layout({ title: 'Not available', content: html`<section><h1>Not available</h1><p>${error}</p></section>` })

/** What a link says that has ended, or was never one. */
export function endedPage(company: CompanyShown | undefined): string {
  const { name, telephone } = company ?? { name: '', telephone: '' }
  const number = telephone
    ? html`<p><a class="button" href="tel:${dialled(telephone)}">Call ${name}: ${telephone}</a></p>`
    : nothing
  return layout({
    title: 'This link has ended',
    company,
    content: html`<section><h1>This link has ended</h1><p>Please call us.</p>${number}</section>`,
  })
}
