import * as roles from './0001-roles.ts'
import * as ledger from './0002-ledger.ts'
import * as append from './0003-append.ts'
import * as readModels from './0004-read-models.ts'
import * as accounts from './0005-accounts.ts'
import * as parkedStaysReadable from './0006-parked-stays-readable.ts'
import * as sortedReads from './0007-sorted-reads.ts'
import * as documentsInLine from './0008-documents-in-line.ts'
import * as foundByWhatTheyName from './0009-found-by-what-they-name.ts'
import * as appendAsksLess from './0010-append-asks-less.ts'
import * as parts from './0011-parts.ts'
import * as people from './0012-people.ts'
import * as billing from './0013-billing.ts'
import * as dashboard from './0014-dashboard.ts'
import * as calendarFeed from './0015-calendar-feed.ts'
import * as importRuns from './0016-import-runs.ts'
import * as signedHeads from './0017-signed-heads.ts'
import * as companyHistory from './0018-company-history.ts'
import * as replayRuns from './0020-replay-runs.ts'
import * as erasure from './0021-erasure.ts'
import * as erasedAsTold from './0022-erased-as-told.ts'
import * as forgottenInStatistics from './0023-forgotten-in-statistics.ts'
import * as idsOfImports from './0024-ids-of-imports.ts'
import * as pagesOfHistory from './0025-pages-of-history.ts'
import * as noMilestones from './0026-no-milestones.ts'
import * as replacedTokens from './0027-replaced-tokens.ts'
import * as erasableTimesOnSite from './0028-erasable-times-on-site.ts'
import * as signaturesAndPhotos from './0029-signatures-and-photos.ts'
import * as committedTexts from './0030-committed-texts.ts'
import * as sandboxPayments from './0031-sandbox-payments.ts'
import * as recordedInOrder from './0033-recorded-in-order.ts'
import * as knownDevices from './0035-known-devices.ts'
import * as provenCompany from './0036-proven-company.ts'
import * as deletedImages from './0037-deleted-images.ts'
import * as installationLog from './0038-installation-log.ts'
import * as auditEntries from './0039-audit-entries.ts'
import * as newsOfAccounts from './0040-news-of-accounts.ts'
import * as confirmedEmails from './0041-confirmed-emails.ts'
import * as changedEmails from './0042-changed-emails.ts'
import * as secondFactor from './0043-second-factor.ts'
import * as closedCompanies from './0045-closed-companies.ts'
import * as passkeys from './0046-passkeys.ts'
import * as secondFactorRules from './0047-second-factor-rules.ts'
import * as appendCommands from './0049-append-commands.ts'
import * as unsentOnDevices from './0051-unsent-on-devices.ts'
import * as refusedCommands from './0052-refused-commands.ts'
import * as erasableDetails from './0053-erasable-details.ts'
import * as referencedImages from './0054-referenced-images.ts'
import * as severalMachines from './0055-several-machines.ts'
import * as sites from './0064-sites.ts'
import * as erasableDeadlines from './0068-erasable-deadlines.ts'
import * as deadlines from './0069-deadlines.ts'
import * as attachments from './0076-attachments.ts'
import * as papers from './0077-papers.ts'
import * as statisticsOfEmptyTables from './0078-statistics-of-empty-tables.ts'
import * as recurringWork from './0085-recurring-work.ts'
import * as erasableViews from './0090-erasable-views.ts'
import * as filesOfSites from './0091-files-of-sites.ts'
import * as logos from './0092-logos.ts'
import * as samplesOfNewTables from './0093-samples-of-new-tables.ts'
import * as apiKeys from './0097-api-keys.ts'
import * as notifications from './0100-notifications.ts'
import * as erasableInvoicing from './0104-erasable-invoicing.ts'
import * as usedViews from './0105-used-views.ts'
import * as morningLists from './0106-morning-lists.ts'
import * as tenantLinks from './0110-tenant-links.ts'
import * as webhooks from './0120-webhooks.ts'
import * as outgoingNotices from './0130-outgoing-notices.ts'
import * as webhooksTold from './0150-webhooks-told.ts'
import * as apiKeyCalls from './0151-api-key-calls.ts'
import * as pushSubscriptions from './0155-push-subscriptions.ts'
import * as repairReports from './0160-repair-reports.ts'
import * as statisticsBesidePolicies from './0161-statistics-beside-policies.ts'
import * as reportMails from './0170-report-mails.ts'
import * as erasureInForm1OnCitus from './0175-erasure-in-form-1-on-citus.ts'
import * as dailyEmail from './0176-daily-email.ts'
import * as onlyJobsOf from './0177-only-jobs-of.ts'
import * as visitsOfAllCompanies from './0178-visits-of-all-companies.ts'
import * as invoiceMails from './0179-invoice-mails.ts'
import * as tenantNews from './0180-tenant-news.ts'
import * as unsentWork from './0181-unsent-work.ts'
import * as dangerousReportsFirst from './0182-dangerous-reports-first.ts'
import * as webhookSecrets from './0183-webhook-secrets.ts'
import * as textMessages from './0184-text-messages.ts'
import * as evidenceMails from './0185-evidence-mails.ts'
import * as siteAgencies from './0186-site-agencies.ts'
import * as siteLocations from './0187-site-locations.ts'
import { type ApplyOptions, applyMigrations, type Migrations, whileMigrating } from './apply.ts'
import { distributeAdded } from './distribution/distribute.ts'
import { returnLedgerFunctions } from './ledger-functions.ts'

/** Every migration in order; forward only. */
export const migrations: Migrations = {
  '0001-roles': roles,
  '0002-ledger': ledger,
  '0003-append': append,
  '0004-read-models': readModels,
  '0005-accounts': accounts,
  '0006-parked-stays-readable': parkedStaysReadable,
  '0007-sorted-reads': sortedReads,
  '0008-documents-in-line': documentsInLine,
  '0009-found-by-what-they-name': foundByWhatTheyName,
  '0010-append-asks-less': appendAsksLess,
  '0011-parts': parts,
  '0012-people': people,
  '0013-billing': billing,
  '0014-dashboard': dashboard,
  '0015-calendar-feed': calendarFeed,
  '0016-import-runs': importRuns,
  '0017-signed-heads': signedHeads,
  '0018-company-history': companyHistory,
  '0020-replay-runs': replayRuns,
  '0021-erasure': erasure,
  '0022-erased-as-told': erasedAsTold,
  '0023-forgotten-in-statistics': forgottenInStatistics,
  '0024-ids-of-imports': idsOfImports,
  '0025-pages-of-history': pagesOfHistory,
  '0026-no-milestones': noMilestones,
  '0027-replaced-tokens': replacedTokens,
  '0028-erasable-times-on-site': erasableTimesOnSite,
  '0029-signatures-and-photos': signaturesAndPhotos,
  '0030-committed-texts': committedTexts,
  '0031-sandbox-payments': sandboxPayments,
  '0033-recorded-in-order': recordedInOrder,
  '0035-known-devices': knownDevices,
  '0036-proven-company': provenCompany,
  '0037-deleted-images': deletedImages,
  '0038-installation-log': installationLog,
  '0039-audit-entries': auditEntries,
  '0040-news-of-accounts': newsOfAccounts,
  '0041-confirmed-emails': confirmedEmails,
  '0042-changed-emails': changedEmails,
  '0043-second-factor': secondFactor,
  '0045-closed-companies': closedCompanies,
  '0046-passkeys': passkeys,
  '0047-second-factor-rules': secondFactorRules,
  '0049-append-commands': appendCommands,
  '0051-unsent-on-devices': unsentOnDevices,
  '0052-refused-commands': refusedCommands,
  '0053-erasable-details': erasableDetails,
  '0054-referenced-images': referencedImages,
  '0055-several-machines': severalMachines,
  '0064-sites': sites,
  '0068-erasable-deadlines': erasableDeadlines,
  '0069-deadlines': deadlines,
  '0076-attachments': attachments,
  '0077-papers': papers,
  '0078-statistics-of-empty-tables': statisticsOfEmptyTables,
  '0085-recurring-work': recurringWork,
  '0090-erasable-views': erasableViews,
  '0091-files-of-sites': filesOfSites,
  '0092-logos': logos,
  '0093-samples-of-new-tables': samplesOfNewTables,
  '0097-api-keys': apiKeys,
  '0100-notifications': notifications,
  '0104-erasable-invoicing': erasableInvoicing,
  '0105-used-views': usedViews,
  '0106-morning-lists': morningLists,
  '0110-tenant-links': tenantLinks,
  '0120-webhooks': webhooks,
  '0130-outgoing-notices': outgoingNotices,
  '0150-webhooks-told': webhooksTold,
  '0151-api-key-calls': apiKeyCalls,
  '0155-push-subscriptions': pushSubscriptions,
  '0160-repair-reports': repairReports,
  '0161-statistics-beside-policies': statisticsBesidePolicies,
  '0170-report-mails': reportMails,
  '0175-erasure-in-form-1-on-citus': erasureInForm1OnCitus,
  '0176-daily-email': dailyEmail,
  '0177-only-jobs-of': onlyJobsOf,
  '0178-visits-of-all-companies': visitsOfAllCompanies,
  '0179-invoice-mails': invoiceMails,
  '0180-tenant-news': tenantNews,
  '0181-unsent-work': unsentWork,
  '0182-dangerous-reports-first': dangerousReportsFirst,
  '0183-webhook-secrets': webhookSecrets,
  '0184-text-messages': textMessages,
  '0185-evidence-mails': evidenceMails,
  '0186-site-agencies': siteAgencies,
  '0187-site-locations': siteLocations,
}

/**
 * Brings the database to the newest schema, or to an older one; returns the migrations that ran. If the database is distributed, what
 * they added is too. One that was restored without its owners gets them back. Programs may work on it meanwhile; they wait half a
 * second at most behind a migration that waits for a table. Throws PostgreSQL's error, or one that says what is in the way; what ran
 * before stays.
 */
export const migrate = (
  databaseUrl: string,
  { upTo, report, signal }: Pick<ApplyOptions, 'upTo' | 'report' | 'signal'> = {},
) =>
  whileMigrating(databaseUrl, { report, signal }, async (session) => {
    const applied = await applyMigrations(session, migrations, { upTo, report, signal })
    if (upTo === undefined) await returnLedgerFunctions(databaseUrl)
    await distributeAdded(databaseUrl)
    return applied
  })
