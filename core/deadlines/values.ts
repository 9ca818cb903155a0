/** The three divisions of the government's list of bank holidays. */
export const holidayDivisions = ['england-and-wales', 'scotland', 'northern-ireland'] as const
export type HolidayDivision = (typeof holidayDivisions)[number]

/** The kinds of hazard, by our own names: the list of the law changes, and each of its rules says which of them it covers. */
export const hazards = [
  'damp and mould',
  'excess cold',
  'excess heat',
  'falls',
  'structural collapse',
  'fire',
  'explosion',
  'electrical',
  'carbon monoxide',
  'gas',
  'asbestos',
  'lead',
  'hygiene and pests',
  'food safety',
  'drains and sewage',
  'water supply',
  'burns and scalds',
  'intruders',
  'lighting',
  'noise',
  'other',
] as const
export type Hazard = (typeof hazards)[number]

/** An emergency must be made safe within hours, a significant hazard within days. */
export const severities = ['emergency', 'significant'] as const
export type Severity = (typeof severities)[number]

/** What an investigation can conclude. */
export const findings = [...severities, 'no hazard'] as const
export type Finding = (typeof findings)[number]

/** The steps that have a deadline, in the order in which they are usually due. `finish` is the one step of a service level. */
export const steps = ['investigate', 'make safe', 'summary', 'further work', 'repair', 'finish'] as const
export type Step = (typeof steps)[number]

/** The steps as screens and papers call them. */
export const stepNames: Record<Step, string> = {
  investigate: 'Investigate',
  'make safe': 'Make safe',
  summary: 'Written summary',
  'further work': 'Further work begins',
  repair: 'Repairs finished',
  finish: 'Finish the work',
}

/** Hours are elapsed time, nights and holidays included; days end at midnight. */
export const units = ['hours', 'working days', 'days'] as const
export type Unit = (typeof units)[number]
export type Limit = { amount: number; unit: Unit }

/** '10 working days', '1 hour'. */
export const limitWords = ({ amount, unit }: Limit) => `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`

/** The bodies of law that Fettle knows, by the nation and sector of the home. */
export const laws = ['england-social', 'scotland-social', 'scotland-private'] as const
export type Law = (typeof laws)[number]

/** Those of a company that has set nothing: it is in England, as most are. */
export const noDeadlineSettings: { law: Law; levels: never[] } = { law: 'england-social', levels: [] }

/** Where each is law, whose bank holidays it leaves out. */
export const lawNames: Record<Law, string> = {
  'england-social': 'England, social housing',
  'scotland-social': 'Scotland, social housing',
  'scotland-private': 'Scotland, private renting',
}

/** How a landlord hears of a hazard. */
export const reportWays = ['phone', 'email', 'message', 'in person', 'letter', 'seen on site', 'other'] as const
export type ReportWay = (typeof reportWays)[number]

/** What proves that a step was done. */
export const proofs = ['visit', 'photos', 'document', 'comment', 'call', 'other'] as const
export type Proof = (typeof proofs)[number]

/** How a written summary is sent. */
export const sendingWays = ['email', 'post', 'by hand', 'message'] as const
export type SendingWay = (typeof sendingWays)[number]

/** Why a hazard or service level ends with deadlines left. */
export const endings = ['recorded by mistake', 'consent refused', 'tenant moved out', 'other'] as const
export type Ending = (typeof endings)[number]

/** The answers to an offer of another place to stay. */
export const offerAnswers = ['waiting', 'accepted', 'declined'] as const
export type OfferAnswer = (typeof offerAnswers)[number]

/** The most hazards and service levels of a job, explanations of one of them, and service levels of a company. */
export const mostDuties = 20
export const mostExplanations = 100
export const mostLevels = 20
