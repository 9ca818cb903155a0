/** More people are not named in one comment. */
export const mostMentions = 20

/** Somebody by the name that a comment calls them. */
type NamedPerson = { userId: string; name: string }

/** A part of a comment, from a character on: words, or the name of somebody with the @ before it. */
export type NotePart = { from: number; text: string; userId?: string }

/** A comment's words with the names of these people apart, as in '@Tom Okafor'. */
export function partsOfNote(note: string, people: readonly NamedPerson[]): NotePart[] {
  // Of 'Tom' and 'Tom Okafor' the longer one is meant where both fit.
  const named = people.filter(({ name }) => name).toSorted((one, other) => other.name.length - one.name.length)
  const parts: NotePart[] = []
  let from = 0
  for (let at = note.indexOf('@'); at >= 0; at = note.indexOf('@', at + 1)) {
    if (at < from || isWord(note[at - 1])) continue
    const person = named.find(({ name }) => beginsWith(note, at + 1, name))
    if (!person) continue
    const end = at + 1 + person.name.length
    if (at > from) parts.push({ from, text: note.slice(from, at) })
    parts.push({ from: at, text: note.slice(at, end), userId: person.userId })
    from = end
  }
  if (from < note.length) parts.push({ from, text: note.slice(from) })
  return parts
}

/** Whom a comment names of these people, in its order. */
export const mentionsIn = (note: string, people: readonly NamedPerson[]): string[] =>
  [...new Set(partsOfNote(note, people).flatMap(({ userId }) => userId ?? []))].slice(0, mostMentions)

/** In characters: what is longer is no longer the beginning of a name. */
const longestTyped = 40

/** The name that is being typed at the cursor, and where its @ is; undefined if none is. */
export function typedMention(text: string, cursor: number): { at: number; typed: string } | undefined {
  const at = text.lastIndexOf('@', cursor - 1)
  if (at < 0 || isWord(text[at - 1])) return undefined
  const typed = text.slice(at + 1, cursor)
  return typed.length > longestTyped || /^\s|\n/.test(typed) ? undefined : { at, typed }
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character)

const beginsWith = (text: string, from: number, name: string) =>
  text.slice(from, from + name.length).toLowerCase() === name.toLowerCase() && !isWord(text[from + name.length])
