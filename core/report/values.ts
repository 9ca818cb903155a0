/** The rooms that a report may name. */
export const rooms = ['kitchen', 'bathroom', 'bedroom', 'living room', 'hall', 'outside'] as const
export type Room = (typeof rooms)[number]

/** How bad it is in the words of the person who reports it. The office judges it. */
export const urgencies = ['can wait', 'health', 'danger'] as const
export type Urgency = (typeof urgencies)[number]

export const urgencyWords: Record<Urgency, string> = {
  'can wait': 'It can wait a little',
  health: 'It affects someone’s health',
  danger: 'It is dangerous now',
}

export const reportStates = ['open', 'job made', 'joined', 'closed'] as const
export type ReportState = (typeof reportStates)[number]

/** The most letters of what was written, and of an answer. */
export const reportLength = 2_000
export const placeLength = 300
export const answerLength = 1_000
/** The most photos that come with a report. */
export const mostReportPhotos = 10
