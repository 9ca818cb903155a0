/** The style of the pages that are open to people without an account. They are read on slow phones, so they hold it themselves. */
export const style = `
:root{color-scheme:light dark;--paper:#f6f5f1;--surface:#fff;--ink:#16211d;--ink-2:#46514c;--line:#8a867b;--rule:#e3e0d7;--brand:#0b4f41;--brand-ink:#fff;--tint:#e2efe9;--tint-line:#9fc7b8;--good:#15693f;--alert:#fde9e7;--danger:#a8201a;--focus:#0b6b57}
@media (prefers-color-scheme:dark){:root{--paper:#0f1513;--surface:#171e1b;--ink:#e8edea;--ink-2:#b4bfb9;--line:#78857f;--rule:#2c3632;--brand:#62c2a2;--brand-ink:#0c1f19;--tint:#1c332b;--tint-line:#37685a;--good:#6fd3a0;--alert:#3a1c1a;--danger:#ff9d94;--focus:#7bd0b4}}
*,::before,::after{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:450 17px/1.5 "Helvetica Neue",Arial,system-ui,sans-serif}
.page{max-width:560px;margin:0 auto;padding:16px 16px 40px}
header{display:flex;align-items:center;gap:12px;margin-bottom:20px}
header p{margin:0;flex:1;min-width:0}header strong{display:block;font-size:18px;line-height:1.3;overflow-wrap:anywhere}
.mark{flex:none;display:grid;place-items:center;width:44px;height:44px;border-radius:10px;background:var(--brand);color:var(--brand-ink);font-weight:650}
.logo{flex:none;max-width:120px;max-height:44px;background:#fff;border-radius:6px;padding:3px}
.quiet{color:var(--ink-2)}
h1{margin:0;font-size:28px;line-height:1.2;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{margin:0 0 8px;font-size:18px;line-height:1.35}
p{margin:0 0 12px;overflow-wrap:anywhere}
section,.card{margin:0 0 16px;padding:20px;background:var(--surface);border:1px solid var(--rule);border-radius:14px}
section>:last-child,.card>:last-child{margin-bottom:0}
.visit{border-color:var(--tint-line)}
.when{font-size:24px;line-height:1.25;font-weight:650;margin:0}
.between{font-size:18px;font-weight:600}
.good{color:var(--good);font-weight:650}
.alert{margin:0 0 16px;padding:12px 16px;border-radius:10px;background:var(--alert);color:var(--danger);font-weight:600}
h1+.alert,h1+.quiet+.alert{margin-top:12px}
.alert a{color:inherit}
.steps{display:flex;list-style:none;margin:20px 0;padding:0;font-size:14px;line-height:1.3}
.steps li{flex:1;position:relative;padding-top:30px;text-align:center;color:var(--ink-2)}
.steps li::before{content:"";position:absolute;top:0;left:50%;width:20px;height:20px;margin-left:-10px;border-radius:50%;border:2px solid var(--line);background:var(--paper);z-index:1}
.steps li::after{content:"";position:absolute;top:9px;right:50%;width:100%;height:2px;background:var(--rule)}
.steps li:first-child::after{display:none}
.steps .done::before{border-color:var(--good);background:var(--good)}
.steps .done::after,.steps [aria-current]::after{background:var(--good)}
.steps [aria-current]{color:var(--ink);font-weight:650}.steps [aria-current]::before{border:6px solid var(--brand)}
ul.tasks{margin:0;padding-left:20px}ul.tasks li{margin:4px 0;overflow-wrap:anywhere;white-space:pre-line}
form{margin:0 0 10px}
.photos{display:grid;grid-template-columns:repeat(3,1fr);gap:8px;margin:0 0 16px;padding:0;list-style:none}.photos img{display:block;width:100%;aspect-ratio:1;object-fit:cover;border-radius:10px}
.message{margin:0 0 12px;padding:12px 14px;border-radius:12px;background:var(--tint)}.message p{margin:0;white-space:pre-line}.message .quiet{font-size:14px}
button,a.button{display:block;width:100%;min-height:52px;padding:12px 16px;border:1px solid var(--line);border-radius:10px;background:var(--surface);color:var(--ink);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button.filled{border-color:transparent;background:var(--brand);color:var(--brand-ink)}
a.call{width:auto;min-height:44px;padding:8px 16px;flex:none}
.pair{display:flex;gap:10px}.pair>a.button{display:grid;flex:1;place-items:center;padding:8px}
table{width:100%;border-collapse:collapse;margin:0 0 16px}
caption{text-align:left;color:var(--ink-2);padding-bottom:12px}
th{font-weight:500;text-align:left;padding:8px 8px 8px 0}thead th{font-weight:450;color:var(--ink-2);text-align:center;padding:0 4px 6px;font-size:15px;line-height:1.3}
tbody tr{border-top:1px solid var(--rule)}td{padding:6px 0 6px 10px;width:33%}
td label{display:grid;place-items:center;min-height:44px;border:1px solid var(--line);border-radius:10px;cursor:pointer}
td label:has(:checked){background:var(--tint);border-color:var(--brand)}
input[type=checkbox]{width:22px;height:22px;margin:0;border:1px solid var(--line);border-radius:6px;background:var(--surface);appearance:none;display:grid;place-content:center}
input[type=checkbox]:checked{border-color:var(--brand);background:var(--brand)}input[type=checkbox]:checked::before{content:"";width:14px;height:14px;clip-path:polygon(15% 42%,2% 56%,40% 92%,98% 22%,84% 9%,39% 65%);background:var(--brand-ink)}
@media(forced-colors:active){input[type=checkbox]{appearance:auto}}
label.field{display:block;margin-bottom:6px;font-weight:550}
textarea,input.text{display:block;width:100%;min-height:52px;padding:12px 14px;border:1px solid var(--line);border-radius:10px;background:var(--surface);color:var(--ink);font:inherit;margin-bottom:16px}
textarea{min-height:104px}
footer{margin-top:32px;text-align:center;font-size:14px;color:var(--ink-2)}footer a,main a:not(.button){color:inherit}
fieldset{margin:0;padding:0;border:0;min-width:0}legend{padding:0;margin-bottom:10px;font-size:18px;font-weight:650}
.chips{display:flex;flex-wrap:wrap;gap:8px}.chips label,.choices label{display:flex;align-items:center;gap:12px;min-height:48px;padding:8px 16px;border:1px solid var(--line);border-radius:24px;cursor:pointer}
.choices label{margin-bottom:10px;border-radius:10px}.choices small{display:block;font-size:15px}
.chips label:has(:checked),.choices label:has(:checked){background:var(--tint);border-color:var(--brand)}.chips label:has(:focus-visible),.choices label:has(:focus-visible){outline:2px solid var(--focus);outline-offset:2px}
input[type=radio]{flex:none;width:20px;height:20px;margin:0;accent-color:var(--brand)}.chips input{width:16px;height:16px}
input[type=file]{padding:7px}::file-selector-button{min-height:36px;margin:0 12px 0 0;padding:4px 14px;border:1px solid var(--tint-line);border-radius:8px;background:var(--tint);color:var(--ink);font:inherit;font-weight:600;cursor:pointer}
textarea[aria-invalid],input.text[aria-invalid]{border-color:var(--danger)}.fault{margin:-10px 0 16px;color:var(--danger);font-weight:600}.apart{position:absolute;left:-9999px}.alert p{margin:0 0 4px;color:var(--ink);font-weight:450}.alert p a{white-space:nowrap}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}td label:has(:focus-visible){outline:2px solid var(--focus);outline-offset:2px}
`
