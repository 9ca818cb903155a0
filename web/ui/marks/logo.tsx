/** The logo: a green square, a white F and a brass dot for a spirit level's bubble. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="#0b4f41" />
    <path
      d="M11 26V10.5A2.5 2.5 0 0 1 13.5 8H23M11 16.5h7"
      fill="none"
      stroke="#fff"
      strokeWidth="3.2"
      strokeLinecap="round"
    />
    <circle cx="22.4" cy="16.5" r="2.4" fill="#e0b260" />
  </svg>
)
