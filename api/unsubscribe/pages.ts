import { Router } from 'express'
import { html, type Markup } from '#api/http/html.ts'
import { personOfEmailOff } from '#api/mail/daily-email/email-off.ts'
import { changeNotices } from '#api/notices/notice-rows.ts'
import { foldMember, memberEvents } from '#api/rights/member-log.ts'
import type { Services } from '#api/services/services.ts'
import { tenantLimits } from '#api/tenants/limits.ts'
import { layout, pageHeaders } from '#api/tenants/page/layout.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { paths } from '#core/wire/paths.ts'
import { inCompany, readInCompany } from '#ledger/database/connect.ts'
import { storedEvent } from '#ledger/log/read.ts'

/**
 * Turns a person's daily email off by the link in it, without signing in. Looking at the page changes nothing, as programs that check mail
 * follow links; the button does, and so does the one click of a mail program (RFC 8058), which posts to the same address.
 */
export function unsubscribePages(services: Services): Router {
  const { keys, ledgerPool, now } = services
  const limits = tenantLimits()

  async function turnOff(own: { companyId: string; userId: string }) {
    const [member] = await readInCompany(ledgerPool, own.companyId, [memberEvents(own)])
    if (foldMember(member.rows.map(storedEvent))?.state !== 'active') return
    const changing = { now: now().toISOString(), zone: defaultTimeZone }
    await inCompany(ledgerPool, own.companyId, (client) => changeNotices(client, own, { email: 'off' }, changing))
  }

  return Router()
    .use('/t/email', (_req, res, next) => {
      res.set(pageHeaders)
      next()
    })
    .get(paths.dailyEmailOff, async (req, res) => {
      const person = personOfEmailOff(keys, req.params.token)
      if (person) return void res.send(askedPage())
      await limits.missed(req.ip ?? '')
      res.status(404).send(unknownPage())
    })
    .post(paths.dailyEmailOff, async (req, res) => {
      const person = personOfEmailOff(keys, req.params.token)
      if (!person) {
        await limits.missed(req.ip ?? '')
        return void res.status(404).send(unknownPage())
      }
      await limits.change(person.userId)
      await turnOff(person)
      res.send(donePage())
    })
}

const page = (title: string, ...content: Markup[]) =>
  layout({ title, content: html`<section><h1>${title}</h1>${content}</section>` })

const askedPage = () =>
  page(
    'Turn off the daily email?',
    html`<p>It tells you once a day what you haven’t read in Fettle. What you see in Fettle and by push stays as it is.</p>`,
    html`<form method="post"><button class="filled" name="List-Unsubscribe" value="One-Click">Turn it off</button></form>`,
  )

const donePage = () =>
  page(
    'The daily email is off',
    html`<p>You won’t get it any more. You can turn it on again in Fettle, in your profile under Notifications.</p>`,
    html`<p><a class="button" href="/profile?show=notifications" rel="noreferrer">Open Fettle</a></p>`,
  )

const unknownPage = () =>
  page(
    'This link doesn’t work',
    html`<p>It may be incomplete. Copy all of it from the email, or turn the email off in Fettle, in your profile under Notifications.</p>`,
  )
