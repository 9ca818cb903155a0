/** Replaces an erased text. */
export const erasedText = '[erased]'
