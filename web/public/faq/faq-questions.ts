import { launchDiscount, plans, priceShown } from '#core/company/plans.ts'

export type Category = 'general' | 'features' | 'pricing' | 'technical'
export type Question = { id: string; question: string; answer: string }

const [monthly, halfYear, year] = plans

const general: readonly Question[] = [
  {
    id: 'who',
    question: 'Who is Fettle for?',
    answer:
      'Companies that keep flats, houses and communal areas in repair: an office that takes the calls and books the visits, and a field team that does the work.',
  },
  {
    id: 'start',
    question: 'How do we start?',
    answer:
      'Register with a business name, a username, an email and a password. You are the owner; add your colleagues under Team Management, each as admin or team, and create your first job.',
  },
  {
    id: 'roles',
    question: 'What do the roles mean?',
    answer:
      'The owner runs the company: people, plans and everything else. An admin does the office work. A team member does the visits, and sees neither prices nor who ordered the work.',
  },
  {
    id: 'app',
    question: 'Do we have to install anything?',
    answer: 'No. Fettle runs in the browser of a computer, a tablet or a phone.',
  },
  {
    id: 'support',
    question: 'How do I get help?',
    answer:
      'The user guide is under Docs. If it does not answer your question, write to us: a person replies within 24 hours.',
  },
]

const features: readonly Question[] = [
  {
    id: 'in-step',
    question: 'How do the office and the field team stay in step?',
    answer:
      'They look at the same jobs. What somebody changes shows on every open screen a moment later, marked, without a reload. The status of a job follows its tasks, so nobody has to keep it up to date by hand.',
  },
  {
    id: 'no-signal',
    question: 'What happens when a phone has no signal?',
    answer:
      'Work goes on. Task changes, notes and photos are saved on the phone and sent in order when it is back. If somebody in the office changed the same thing meanwhile, both versions stay in the history and you are told which one stands.',
  },
  {
    id: 'history',
    question: 'Can I see who changed a job, and what it was before?',
    answer:
      'Yes. Every change is kept with who made it, in which role, when it happened and what was there before. Nothing is ever removed from the history, a deleted comment included.',
  },
  {
    id: 'prices',
    question: 'Do field workers see our prices?',
    answer:
      'No. Prices, totals, work orders, agencies and invoices never leave the server for a team member: not on a screen, not in the history, and not in an export.',
  },
  {
    id: 'spreadsheet',
    question: 'Can I bring my jobs from a spreadsheet?',
    answer:
      'Yes, as a CSV file. Fettle guesses which column is which, shows what it would do before it does it, and says why a row cannot be taken. Importing the same file twice adds nothing.',
  },
  {
    id: 'calendars',
    question: 'Which calendars can I connect?',
    answer:
      'Every person has a private calendar feed, which Google Calendar, Apple Calendar and Outlook can subscribe to. It can be renewed or turned off at any time under Profile.',
  },
  {
    id: 'leave',
    question: 'What happens to photos and history when we leave?',
    answer:
      'They stay readable after a plan has ended, and you can export your jobs, parts and visits as files. Tell us when you want them deleted.',
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
    answer: `They are the launch prices, each ${launchDiscount}% under its list price: ${priceShown(monthly.price)} a month, ${priceShown(halfYear.price)} for 6 months or ${priceShown(year.price)} for 12 months. They are what you pay.`,
  },
  {
    id: 'trial',
    question: 'How does the free trial work?',
    answer: 'It takes 14 days from the moment you register, has everything in it, and needs no card.',
  },
  {
    id: 'after-trial',
    question: 'What happens when the trial or a plan ends?',
    answer:
      'Your data stays readable and work under way can be finished. New jobs can be created again as soon as you choose a plan.',
  },
  {
    id: 'users',
    question: 'How many people may use it?',
    answer: 'Up to 10, office and field together, in every plan.',
  },
  {
    id: 'payment',
    question: 'How do we pay?',
    answer: 'By card, through Stripe. Your card number goes to Stripe and never reaches us.',
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
    question: 'How is our data kept apart from that of others?',
    answer:
      'Each company has a log of its own, and the database itself refuses to show one company the rows of another. Passwords are stored as argon2id hashes only.',
  },
  {
    id: 'proof',
    question: 'How can I tell that nobody tampered with the history?',
    answer:
      'The events of a company form a chain of hashes. Changing or removing one breaks the chain from there on, and a check names the first event that does not hold.',
  },
  {
    id: 'photos',
    question: 'What happens to the place where a photo was taken?',
    answer:
      'It is not kept. Every photo is checked, turned upright and stored anew, without the place and the other details that phones write into it. Only when it was taken is kept.',
  },
  {
    id: 'programs',
    question: 'Is there an API?',
    answer: 'Yes. All that the screens do goes through it; its description in the OpenAPI format is under Docs.',
  },
  {
    id: 'cookies',
    question: 'Which cookies does Fettle set?',
    answer:
      'One, when you sign in, to keep you signed in. There is no tracking, no advertising and no third-party script.',
  },
]

/** All questions by their tab. */
export const questions: Record<Category, readonly Question[]> = { general, features, pricing, technical }
