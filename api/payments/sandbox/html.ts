import { html, type Markup } from '#api/http/html.ts'

const style = `
  :root { color-scheme: light dark; --paper: #f6f5f1; --surface: #fff; --ink: #16211d; --ink-2: #46514c; --line: #cfcbc0;
    --brand: #0b4f41; --brand-ink: #fff; --brass-tint: #f8eeda; --brass-text: #7a5410; --danger: #b3261e; --focus: #0b6b57 }
  @media (prefers-color-scheme: dark) { :root { --paper: #0f1513; --surface: #171e1b; --ink: #e8edea; --ink-2: #b4bfb9;
    --line: #3a4540; --brand: #62c2a2; --brand-ink: #0c1f19; --brass-tint: #332814; --brass-text: #e9c37c;
    --danger: #ff8a80; --focus: #7bd0b4 } }
  * { box-sizing: border-box }
  body { margin: 0; padding: 24px 16px; background: var(--paper); color: var(--ink);
    font: 450 16px/24px "Helvetica Neue", Arial, system-ui, sans-serif }
  main { max-width: 440px; margin: 6vh auto 0; padding: 24px; background: var(--surface); border: 1px solid var(--line);
    border-radius: 12px }
  .sandbox { margin: -24px -24px 20px; padding: 12px 24px; border-radius: 11px 11px 0 0; background: var(--brass-tint);
    color: var(--brass-text); font-weight: 620 }
  h1 { margin: 0 0 4px; font-size: 20px; line-height: 26px } p { margin: 0 0 12px; color: var(--ink-2) }
  .price { margin: 12px 0 20px; color: var(--ink); font-size: 32px; line-height: 40px; font-weight: 620 }
  .danger { color: var(--danger); font-weight: 620 } form { margin: 0 0 10px }
  button, a.button { display: block; width: 100%; min-height: 44px; padding: 10px 16px; border: 1px solid var(--line);
    border-radius: 8px; background: var(--surface); color: var(--ink); font: inherit; font-weight: 550; text-align: center;
    text-decoration: none; cursor: pointer }
  button.filled { border-color: transparent; background: var(--brand); color: var(--brand-ink) }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }`

/** A whole page of the sandbox. */
export const page = (title: string, content: Markup | readonly Markup[]): string =>
  `<!doctype html>${
    html`<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${{ markup: style }}</style></head>
<body><main><p class="sandbox">Sandbox: no card is charged</p><h1>${title}</h1>${content}</main></body></html>`.markup
  }`

/** A button that posts to an address. */
export const act = (to: string, label: string, filled = false): Markup =>
  html`<form method="post" action="${to}"><button${filled ? { markup: ' class="filled"' } : ''}>${label}</button></form>`
