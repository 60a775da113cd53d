import { entries, formal, friendly, question, type Order } from './order.ts'

export const englishOrders: Order[] = [
  ...entries('article', 'en', [
    [
      {
        ...friendly,
        topic: 'What to do about a wasp nest under the roof',
        keywords: 'wasp nest, pest control cost, wasp stings',
      },
    ],
    [{ ...formal, topic: 'How to choose a care home for a parent' }],
    [{ ...friendly, topic: 'Is it worth fixing a 15 year old car' }],
    [
      {
        ...friendly,
        topic: 'Learning to swim as an adult',
        target: 'grown-ups who are scared of deep water',
        keywords: 'adult swimming lessons, fear of deep water',
        instructions:
          'Five numbered steps, the first one without getting in. Don’t use the word "easy". Around 700 words.',
        length: 700,
      },
      { numbered: 5, excludes: [' easy '] },
    ],
    [
      {
        ...friendly,
        topic: 'A year of cooking with a solar stove in Kenya',
        keywords: 'solar stove, cooking without charcoal',
        information:
          'stove was 9,500 shillings, charcoal used to be 2,800 a month, beans take 3 hours, useless in April when it rains, neighbors laughed at first',
        target: 'people who cook with charcoal every day',
        instructions:
          'Small table with what we spent before and after. around 750 words, no preaching and not the word "planet"',
        length: 750,
      },
      { hasTable: true, includes: ['9,500', '2,800'], excludes: ['planet'] },
    ],
  ]),
  ...entries('document', 'en', [
    [
      {
        topic: 'People fighting over parking at our apartment building',
        purpose: 'so the owners vote for assigned spaces',
      },
    ],
    [{ topic: 'New hires waiting days for a laptop', purpose: 'to get IT and HR to fix it' }],
    [{ topic: 'Wheelchairs always missing on our ward', purpose: 'for the head nurse' }],
    [
      {
        topic: 'Food thrown away in the school cafeteria',
        purpose: 'to get the school board to try smaller portions for a term',
        target: 'board members who have never eaten there',
        information:
          '430 lunches a day, 58 kg in the bins each day, soup days are worst, weighed it for 15 days, disposal costs 740 euros a month',
        instructions:
          'Numbers in a table. Don’t blame the cooks. End with what we don’t know yet. About 500 words.',
        length: 500,
      },
      { hasTable: true, includes: ['430', '58', '740'] },
    ],
    [
      {
        topic: 'Three of our five village water pumps are broken',
        purpose: 'to get the district to pay for the repair',
        target: 'a district officer with 40 villages to look after',
        information:
          '870 people, 2 pumps still work, women wait up to 90 minutes, one broken since February, parts cost 310,000 kwacha, a man from the next village can do the work',
        instructions:
          'Start with what we need, four numbered points. It shouldn’t sound like begging. About 400 words.',
        length: 400,
      },
      { numbered: 4, includes: ['870', '90', '310,000'] },
    ],
  ]),
  ...entries('business-plan', 'en', [
    [
      {
        name: 'Marta’s Alterations',
        overview: 'I hem pants and fix zippers at home and now I want a small shop',
        format: ['What I do', 'Customers', 'Prices', 'First year'],
      },
    ],
    [
      {
        name: 'Crumb Club',
        overview: 'Gluten-free birthday cakes, baked to order and delivered the same day',
        format: ['Idea', 'Customers', 'Pricing', 'Risks'],
      },
    ],
    [
      {
        name: 'Hassan’s Tire Stand',
        overview: 'tire repair next to the market, want to add oil changes',
        format: ['Services', 'Location', 'Costs', 'Risks'],
      },
    ],
    [
      {
        name: 'Paw & Post',
        overview: 'Boarding for cats in a former post office',
        format: ['Overview', 'Services', 'Marketing', 'Financials'],
        information:
          '14 cat rooms, $32 a night, rent $1,750 a month, I was a vet nurse for nine years, closest competitor is 40 minutes away',
        instructions: 'It’s for a bank loan of $26,000. Costs in a table. Leave out dogs completely.',
      },
      { hasTable: true, includes: ['$32', '1,750', '26,000'], excludes: [' dogs '] },
    ],
    [
      {
        name: 'Gravel Road Eggs',
        overview: 'Selling eggs from our 120 hens to neighbors and two diners',
        format: ['Overview', 'The hens', 'Sales', 'Income and costs'],
        information:
          'around 95 eggs a day, $4.50 a dozen, feed is $310 a month, coop is paid off, I drove a school bus till I retired, grandson helps weekends',
        instructions:
          'For a county farm grant, $7,500 for a fence and a fridge. One month of income and costs in a table. We’re not organic so don’t use that word. About 700 words',
        length: 700,
      },
      { hasTable: true, includes: ['$4.50', '310', '7,500'], excludes: ['organic'] },
    ],
  ]),
  ...entries('cover-letter', 'en', [
    [
      {
        ...formal,
        introduce: 'I took apart every padlock in our house before I was ten.',
        career: 'Cut keys at a hardware store for two years, delivered pizza, got my GED last fall',
        duty: 'Locksmith trainee',
        questions: [question('What interests you about this position?', 800)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I was the kid who liked going to the dentist.',
        career:
          'Nail salon for four years, finished the dental assisting certificate in March, once left the sterilizer off and the whole morning ran late',
        duty: 'Dental assistant',
        questions: [
          question('How would you calm a nervous patient?', 600),
          question('Describe a time you let someone down and how you made up for it.', 1_000),
        ],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I count things without meaning to.',
        career:
          'Toll booth for six years, treasurer of my bowling league, my drawer was off twice in all that time',
        duty: 'Bank teller',
        questions: [question('Why should we hire you?', 1_000)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I’m 43 and my hands are never clean.',
        career:
          'ran the bottling line at a soda plant in Waco for eleven years, dropped out of college twice, fix bikes in my carport on weekends, 87 so far, my wife wants the carport back',
        duty: 'Bicycle mechanic',
        questions: [question('Tell us about something you repaired and are proud of.', 1_200)],
        target: 'a neighborhood bike shop with one owner',
        instructions:
          'Tell about Lupe’s tricycle. Somebody backed over it, no parts anywhere for that axle so I made one out of a bed frame, and she still sells tamales off it every morning. Put in Waco and the 87 bikes. Nothing about college. And don’t write "passion" please',
      },
      { includes: ['Lupe', 'Waco', '87'], excludes: ['college', 'passion'] },
    ],
    [
      {
        ...formal,
        introduce: 'My voice carries, I’ve been told to stop.',
        career:
          'Roofer for four years, call the bingo numbers at the VFW every Thursday, 160 people on a good night, got a real estate license and never used it, bats are fine with me',
        duty: 'Cave tour guide',
        questions: [
          question('How would you keep a group of visitors interested?', 900),
          question('Tell us about a time when something went wrong and what you did.', 1_100),
        ],
        target: 'a family-owned show cave',
        instructions:
          'What went wrong: the lights died in the middle of a game in Dubuque. Shirley Platt needed one more number and would not go home. I called the rest by flashlight and went table to table to check cards, took till almost midnight and she lost anyway. The 160 people go in the first answer. Skip real estate and don’t call me "outgoing"',
      },
      { includes: ['160', 'Dubuque', 'Shirley'], excludes: ['real estate', 'outgoing'] },
    ],
  ]),
  ...entries('email', 'en', [
    [
      {
        ...formal,
        topic: 'Gym keeps charging me after I canceled',
        strong_points:
          'canceled at the desk on April 2, charged $39 in May and again in June, I want both back',
        receiver: 'Ironside Gym billing',
      },
    ],
    [
      {
        ...formal,
        topic: 'Streetlight out on our corner',
        strong_points:
          'Birch and 3rd, dark for five weeks, the number on the pole is 2207, my neighbor tripped on the curb there, called twice already',
      },
    ],
    [
      {
        ...friendly,
        topic: 'Can I sleep on my cousin Dee’s couch',
        strong_points:
          'in Chicago for a concert, Friday night only, train gets in at 9:40, I’ll make pancakes, I know about her cat and I’ll take my allergy pills',
      },
    ],
    [
      {
        ...friendly,
        topic: 'We need Mo as our goalie',
        strong_points:
          'Sunday September 20 at 10, field behind the brewery, Kofi broke his thumb, we lost the last one 9 to 1, gloves are here',
        sender: 'Anton',
        receiver: 'Mo from my old job',
        instructions:
          'Bring up that he caught the falling printer that time. Tell him he doesn’t have to run. Don’t say "legend". Under 100 words',
        length: 90,
      },
      { includes: ['September 20', 'Kofi', 'Anton'], excludes: ['legend'] },
    ],
    [
      {
        ...formal,
        topic: 'Renting a bus for our seniors’ trip to the coast',
        strong_points:
          'Quote 5546, Wednesday May 12, 38 people, three with walkers, leaving at 8 and back by 7',
        sender: 'Rosalind Achterberg',
        receiver: 'Ms. Teague at the bus company',
        instructions:
          'Number my three questions: is there a lift, does the driver need lunch from us, what if only 30 come. We vote on it April 8 so I need to hear before that. Don’t use "kindly". Not more than 180 words.',
        length: 160,
      },
      { numbered: 3, includes: ['5546', 'April 8', 'Rosalind Achterberg'], excludes: ['kindly'] },
    ],
  ]),
  ...entries('instagram-feed', 'en', [
    [{ ...friendly, topic: 'How to sharpen kitchen knives at home', slide_count: 5 }],
    [{ ...friendly, topic: 'Rainy day games for kids without a screen', slide_count: 6 }],
    [{ ...formal, topic: 'Measuring your blood pressure at home the right way', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: 'Clothes swap at the community center',
        target: 'students who have never been to one',
        information:
          'Sunday September 13, 1 to 5, bring up to 10 pieces, clean and no holes, entry 3 euros, leftovers go to a shelter',
        slide_count: 5,
        instructions: 'The rules as three numbered points on one slide. Don’t use the word "vintage".',
      },
      { numbered: 3, includes: ['September 13'], excludes: ['vintage'] },
    ],
    [
      {
        ...friendly,
        topic: 'Our taco stand is moving to a new corner',
        target: 'regulars who stop by after work',
        information:
          'from Monday August 17, corner of 8th and Palmer, 11 to 9, fish tacos still $3.75, cash only, free horchata the first day',
        slide_count: 5,
        instructions:
          'Corner on the first slide and again on the last. Don’t write "delicious". Ask which salsa they want back.',
      },
      { includes: ['Palmer', 'August 17', '$3.75'], excludes: ['delicious'] },
    ],
  ]),
]
