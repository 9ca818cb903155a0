import { digestOf } from '#core/attachments/attachments.ts'

/** What a text that can be erased is and says: 'Comment: Knocked', or 'Photo: the photo itself'. */
export function erasedWords({ field, text }: { field: string; text: string }): string {
  if (field === 'src' && digestOf(text) !== undefined) return 'File: the file itself'
  return `${names[field] ?? field.charAt(0).toUpperCase() + field.slice(1)}: ${drawings[field] ?? text}`
}

/** What cannot be read as text. */
const drawings: Partial<Record<string, string>> = { src: 'the photo itself', strokes: 'the drawing itself' }

const names: Partial<Record<string, string>> = {
  src: 'Photo',
  apartmentName: 'Site',
  tradingName: 'Name on papers',
  address: 'Address',
  email: 'Email',
  vatNumber: 'VAT number',
  bankDetails: 'Bank details',
  note: 'Comment',
  strokes: 'Signature',
  workOrder: 'Work order',
  receivedBy: 'Received by',
  jobId: 'Job number',
}
