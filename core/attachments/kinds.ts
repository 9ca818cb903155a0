import type { AttachmentKind } from './attachments.ts'

/** The kinds of file that can be attached, as their content shows them: how people call each, and the endings of its names. */
export const attachmentKinds = {
  pdf: ['PDF', ['pdf']],
  email: ['Email', ['eml']],
  'outlook-email': ['Outlook email', ['msg']],
  word: ['Word document', ['docx', 'docm', 'dotx', 'dotm']],
  'word-97': ['Word document', ['doc', 'dot']],
  excel: ['Excel workbook', ['xlsx', 'xlsm', 'xltx', 'xltm', 'xlsb']],
  'excel-97': ['Excel workbook', ['xls', 'xlt']],
  powerpoint: ['PowerPoint presentation', ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm']],
  'powerpoint-97': ['PowerPoint presentation', ['ppt', 'pps', 'pot']],
  'odf-text': ['Text document', ['odt', 'ott']],
  'odf-spreadsheet': ['Spreadsheet', ['ods', 'ots']],
  'odf-presentation': ['Presentation', ['odp', 'otp']],
  // As photos are kept, whatever they came as.
  photo: ['Photo', ['webp']],
} as const satisfies Record<AttachmentKind, readonly [words: string, endings: readonly [string, ...string[]]]>

/** How people call a kind: 'Word document'. */
export const kindWords = (kind: AttachmentKind): string => attachmentKinds[kind][0]

/** Every ending of a file that is no picture, with its dot, for the `accept` of a file input. */
export const attachmentEndings: readonly string[] = Object.entries(attachmentKinds).flatMap(([kind, [, endings]]) =>
  kind === 'photo' ? [] : endings.map((ending) => `.${ending}`),
)
