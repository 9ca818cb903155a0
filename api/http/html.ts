const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Markup that is already escaped. */
export type Markup = { markup: string }

/** Markup with its values escaped: html`<p>${text}</p>`. Values that are markup, or lists of it, are inserted unchanged. */
export function html(parts: TemplateStringsArray, ...values: (string | Markup | readonly Markup[])[]): Markup {
  const written = values.map((value) => {
    if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')
    return [value]
      .flat()
      .map((one) => one.markup)
      .join('')
  })
  return { markup: parts.map((part, place) => part + (written[place] ?? '')).join('') }
}
