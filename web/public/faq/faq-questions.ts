import { launchDiscount, plans, priceShown } from '#core/company/plans.ts'

export type Category = 'general' | 'features' | 'pricing' | 'technical'
export type Question = { id: string; question: string; answer: string }

const [monthly, halfYear, year] = plans

const general: readonly Question[] = [
  {
    id: 'who',
    question: 'Who is Fettle for?',
    answer:
      'Companies that maintain flats, houses and communal areas: an office that takes the calls and books the visits, and a field team that does the work.',
  },
  {
    id: 'start',
    question: 'How do we start?',
    answer:
      'Register with a business name, a username, an email and a password. You become the owner. Add your colleagues as admin or team under Team Management, then create your first job.',
  },
  {
    id: 'roles',
    question: 'What do the roles mean?',
    answer:
      'The owner manages people, plans and everything else. Admins do the office work. Team members carry out the visits, and see neither prices nor who ordered the work.',
  },
  {
    id: 'app',
    question: 'Do we have to install anything?',
    answer: 'No. Fettle runs in the browser on a computer, tablet or phone.',
  },
  {
    id: 'support',
    question: 'How do I get help?',
    answer: 'The user guide is under Docs. If it does not answer your question, contact us: we reply within 24 hours.',
  },
]

const features: readonly Question[] = [
  {
    id: 'in-step',
    question: 'How do the office and the field team stay in sync?',
    answer:
      'They work on the same jobs. A change appears on every open screen a moment later, highlighted, without a reload. A job’s status follows its tasks, so nobody has to update it by hand.',
  },
  {
    id: 'no-signal',
    question: 'What happens when a phone has no signal?',
    answer:
      'You can carry on working. Task changes, comments, photos and signatures are saved on the phone and sent once the signal is back, the changes to a job in the order in which you made them. If someone in the office changed the same thing in the meantime, theirs stands until you choose, and both are kept. If a browser refuses to store anything, Fettle says so before your first change.',
  },
  {
    id: 'history',
    question: 'Can I see who changed a job, and what it was before?',
    answer:
      'Yes. Every change is recorded with who made it, their role, when it happened and what it was before. Even a deleted comment stays in the history. Only personal details that must be erased by law are removed, and the history shows that they were.',
  },
  {
    id: 'prices',
    question: 'Do field workers see our prices?',
    answer:
      'No. Prices, totals, work orders, agencies and invoices are never sent to a team member: not on screen, not in the history and not in an export.',
  },
  {
    id: 'spreadsheet',
    question: 'Can I import my jobs from a spreadsheet?',
    answer:
      'Yes, from an Excel or LibreOffice workbook or a CSV file. Fettle works out which column is which, shows you the result before it saves anything, and explains why a row cannot be imported. Importing the same file twice adds nothing.',
  },
  {
    id: 'leaving',
    question: 'Can I close my company’s account?',
    answer:
      'Yes, the owner can, under Profile. The company is then read-only for 30 days, during which you can download everything or reopen it. After that its texts, photos, names, emails and sign-ins are erased. Evidence that you downloaded before can still be checked. Every other member can close their own account at any time.',
  },
  {
    id: 'calendars',
    question: 'Which calendars can I connect?',
    answer:
      'Each person has a private calendar feed that Google Calendar, Apple Calendar and Outlook can subscribe to. You can replace its link or turn it off at any time under Profile.',
  },
  {
    id: 'leave',
    question: 'What happens to our photos and history if we leave?',
    answer:
      'You can still view them after your plan has ended, and export your jobs, parts and visits as files. Tell us when you want them deleted.',
  },
]

const pricing: readonly Question[] = [
  {
    id: 'cost',
    question: 'What does Fettle cost?',
    answer: `The list price is ${priceShown(monthly.listPrice)} a month, ${priceShown(halfYear.listPrice)} for 6 months (${priceShown(halfYear.listMonthlyPrice)} a month) or ${priceShown(year.listPrice)} for 12 months (${priceShown(year.listMonthlyPrice)} a month), for the whole company.`,
  },
  {
    id: 'launch-price',
    question: 'Why are the prices inside the app lower?',
    answer: `They are launch prices, ${launchDiscount}% below the list price: ${priceShown(monthly.price)} a month, ${priceShown(halfYear.price)} for 6 months or ${priceShown(year.price)} for 12 months. That is what you pay.`,
  },
  {
    id: 'trial',
    question: 'How does the free trial work?',
    answer: 'It lasts 14 days from the moment you register, includes everything, and needs no card.',
  },
  {
    id: 'after-trial',
    question: 'What happens when the trial or a plan ends?',
    answer: 'You can still view your data and finish work in progress. To create new jobs again, choose a plan.',
  },
  {
    id: 'users',
    question: 'How many people can use it?',
    answer: 'Up to 10 on every plan, office and field team together.',
  },
  {
    id: 'payment',
    question: 'How do we pay?',
    answer: 'By card, through Stripe. Your card number goes straight to Stripe and never reaches us.',
  },
]

const technical: readonly Question[] = [
  {
    id: 'browsers',
    question: 'Which browsers work?',
    answer: 'Current versions of Chrome, Edge, Firefox and Safari, on computers and on phones.',
  },
  {
    id: 'security',
    question: 'How is our data kept separate from other companies’?',
    answer:
      'Each company has its own log, and the database itself refuses to show one company another company’s rows. Passwords are stored only as argon2id hashes, and you can sign in with a passkey, or with a code from an authenticator app after the password.',
  },
  {
    id: 'proof',
    question: 'How can I tell that nobody has tampered with the history?',
    answer:
      'A company’s events form a chain of hashes. Changing or removing one breaks the chain from that point, and the check names the first event that fails.',
  },
  {
    id: 'photos',
    question: 'Do you keep the location where a photo was taken?',
    answer:
      'No. Every photo is checked, turned upright and saved as a new file without the location and other details that phones add. We keep only the time it was taken. A worker who finds no access can choose to add their location to that record.',
  },
  {
    id: 'programs',
    question: 'Is there an API?',
    answer: 'Yes. Everything in the app goes through it. The API reference and its OpenAPI description are under Docs.',
  },
  {
    id: 'cookies',
    question: 'Which cookies does Fettle set?',
    answer:
      'Just one, when you sign in, to keep you signed in. There is no tracking, no advertising and no third-party script.',
  },
]

/** The questions of each tab. */
export const questions: Record<Category, readonly Question[]> = { general, features, pricing, technical }
