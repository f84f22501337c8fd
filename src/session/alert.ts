/** Shows `content` under `title` and waits until the user presses `button`. */
export type Alert = (title: string, content: string, button: string) => Promise<void>;

let face: Alert | null = null;

/** Registers the alert dialog of the open client; returns a function that removes it. */
export function answerAlerts(alert: Alert): () => void {
  face = alert;
  return () => {
    if (face === alert) face = null;
  };
}

/** Returns the alert of the open client, else `otherwise`. */
export const alertOr = (otherwise: Alert): Alert => face ?? otherwise;
