import { tidy } from '#core/model/typed-texts.ts'

/** Whom a contact of a site is there for. The team sees tenants alone. */
export const contactRoles = ['tenant', 'agent', 'landlord', 'other'] as const
export type ContactRole = (typeof contactRoles)[number]

/** The most contacts that a site can have, those of earlier years among them. */
export const mostContacts = 100

/** A UK postcode in capitals with its space; undefined for anything else. */
export function postcodeOf(given: string): string | undefined {
  const plain = given.toUpperCase().replace(/\s/g, '')
  const whole = /^(GIR0AA|[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2})$/.test(plain)
  return whole ? `${plain.slice(0, -3)} ${plain.slice(-3)}` : undefined
}

/** Whether a text has the form of an email address; whether it receives mail, nobody can tell. */
export const isEmail = (text: string) => /^[^\s@<>()",;]+@[^\s@<>()",;]+\.[^\s@<>()",;.]{2,}$/.test(text)

/** Lines without spaces around them, and without empty ones. */
export const tidyLines = (given: string) =>
  given
    .split(/\r\n|\r|\n/)
    .map(tidy)
    .filter(Boolean)
    .join('\n')

/** A text of several lines that keeps its paragraphs. */
export const tidyText = (given: string) =>
  given
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()

/** Whether a contact is one on a day; both days count. */
export const isCurrent = ({ from, until }: { from?: string | undefined; until?: string | undefined }, today: string) =>
  (from === undefined || from <= today) && (until === undefined || today <= until)
