/** The refusals to undo a change, apart from the others: only a history has them, so that no other page loads their sentences. */
export const undoRefusals = {
  'undo-beginning': ['conflict', 'Creating a job cannot be undone. Set it to cancelled instead.'],
  'undo-consequence': ['conflict', 'This followed from another change. Undo that one instead.'],
  'undo-gone': ['conflict', 'The item that this changed no longer exists.'],
  'undo-no-price': ['conflict', 'There was no price before this one.'],
  'undo-invoice': ['conflict', 'The invoice number belongs to the warning. Change the warning instead.'],
  'undo-image': ['conflict', 'A deleted image cannot be restored. Upload it again to add it to the job.'],
  'undo-attachment': ['conflict', 'A deleted file cannot be restored. Attach it again.'],
  'undo-pair': ['conflict', 'Mark the images as before and after again instead.'],
  'undo-photos': ['conflict', 'The reason stays on record. Take the photos to complete the job.'],
  'undo-signature': ['conflict', 'A signature stays on record. Add a comment to say what is wrong with it.'],
  'undo-not-your-note': ['forbidden', 'Only its author can restore a comment.'],
  'undo-erased': ['conflict', 'The earlier text was erased.'],
  'undo-arrival': ['conflict', 'A withdrawn arrival cannot be restored. Tap Arrived again and change its time.'],
  'undo-no-access': ['conflict', 'A record of no access never changes. Change the warning instead.'],
  'undo-deadline': ['conflict', 'Change this at the deadlines of the job instead: what was recorded stays.'],
  'undo-correction': ['conflict', 'Correct the time again instead.'],
} as const satisfies Record<string, readonly ['conflict' | 'forbidden', string]>
