/** Names of programs that open pages without a reader; search engines, previews of chats, and scripts. */
const ROBOT =
  /bot\b|bot[/;_-]|crawl|spider|slurp|preview|facebookexternalhit|headless|lighthouse|pingdom|monitor|curl|wget|python|java\/|go-http|okhttp|axios|node-fetch|undici|scrapy|phantom/i;

export const isRobot = (agent: string): boolean => agent.trim() === '' || ROBOT.test(agent);
