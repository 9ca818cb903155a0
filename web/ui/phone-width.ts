/** Under this width modals are full-height sheets and the bottom bar stands in for the side bar. */
export const phone = '(max-width: 759px)'
